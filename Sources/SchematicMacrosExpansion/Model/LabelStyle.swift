/// The argument `labels` of `@Graphable`.
enum LabelStyle: String, CaseIterable {
  case name, words
}

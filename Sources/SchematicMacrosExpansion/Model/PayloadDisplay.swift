/// The argument `payload` of `@Graphable` and `@GraphLabel`.
enum PayloadDisplay: String, CaseIterable {
  case hidden, finite, all
}

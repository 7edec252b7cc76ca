/// Something that was expected and is not there.
struct ReportError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension String {
  /// Returns what follows a beginning, scalar by scalar; `nil` where the text does not begin with it.
  package func after(_ beginning: String) -> String? {
    guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
  }
}

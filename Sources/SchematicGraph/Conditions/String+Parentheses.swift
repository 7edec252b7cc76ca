extension String {
  /// What one pair of parentheses around the whole text holds; `nil` where there is none.
  var inParentheses: String? {
    guard unicodeScalars.first == "(", unicodeScalars.last == ")" else { return nil }
    let inside = unicodeScalars.dropFirst().dropLast()
    var depth = 1
    for scalar in inside {
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      // The first parenthesis is closed before the end, as in `(a) and (b)`.
      guard depth > 0 else { return nil }
    }
    return String(inside)
  }
}

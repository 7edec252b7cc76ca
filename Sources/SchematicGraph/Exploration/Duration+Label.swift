extension Duration {
  /// The duration as a diagram shows it: `30 s`, `1.5 s`, `250 ms`.
  ///
  /// Exact to the nanosecond; what is less than a second is given in the largest unit that makes a
  /// whole number of it.
  var label: String {
    let (seconds, attoseconds) = components
    let nanoseconds = attoseconds / 1_000_000_000
    guard nanoseconds != 0 else { return "\(seconds) s" }
    guard seconds == 0 else {
      let digits = String(abs(nanoseconds))
      var fraction = String(repeating: "0", count: 9 - digits.count) + digits
      while fraction.last == "0" { fraction.removeLast() }
      return "\(seconds).\(fraction) s"
    }
    if nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000) ms" }
    if nanoseconds % 1_000 == 0 { return "\(nanoseconds / 1_000) µs" }
    return "\(nanoseconds) ns"
  }
}

import Foundation

/// A part of a text file that a tool writes, between two comments that stay.
struct MarkerBlock {
  let name: String

  /// Returns a text with another content between `<!-- NAME -->` and `<!-- /NAME -->`.
  func replacing(in text: String, with content: String) throws -> String {
    let (begin, end) = ("<!-- \(name) -->", "<!-- /\(name) -->")
    guard let first = text.range(of: begin),
      let last = text.range(of: end, range: first.upperBound..<text.endIndex)
    else { throw ReportError("there is no block between \(begin) and \(end)") }
    return text.replacingCharacters(
      in: first.upperBound..<last.lowerBound, with: "\n\(content)\n")
  }
}

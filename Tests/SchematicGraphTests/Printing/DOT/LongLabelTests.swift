import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Labels that are written in pieces.
@Suite struct LongLabelTests {
  /// Characters that count how often one moves on from one to the next.
  private struct CountedScalars: BidirectionalCollection {
    final class Count { var steps = 0 }
    let base: String.UnicodeScalarView
    let count = Count()

    init(_ text: String) { base = text.unicodeScalars }

    var startIndex: String.Index { base.startIndex }
    var endIndex: String.Index { base.endIndex }
    subscript(index: String.Index) -> Unicode.Scalar { base[index] }

    func index(after index: String.Index) -> String.Index {
      count.steps += 1
      return base.index(after: index)
    }

    func index(before index: String.Index) -> String.Index {
      count.steps += 1
      return base.index(before: index)
    }
  }

  @Test(arguments: [0, 1, 3_999, 4_000, 4_001, 100_000])
  func labelIsWrittenInOnePass(length: Int) {
    let scalars = CountedScalars(String(repeating: "a", count: length))
    let written = DOTLabel.quoted(encoded: scalars)
    #expect(written.utf8.count == length + 2 + max(0, length - 1) / 4_000 * 5)
    #expect(scalars.count.steps <= length)
  }

  @Test(arguments: 3_990...4_010)
  func escapesStayInOnePiece(length: Int) throws {
    for text in ["\\", "\"", "\\\"", "a\\\\\"\n", "\\\\\\"] {
      let text =
        String(repeating: "x", count: length) + text + String(repeating: "\\", count: 4_000)
      let scanned = try #require(ScannedDOT(DOTLabel.quoted(text)))
      #expect(scanned.outside.isEmpty)
    }
  }
}

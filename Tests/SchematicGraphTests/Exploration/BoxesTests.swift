import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct BoxesTests {
  private typealias Row = [String: Int]

  /// Some rows of up to three columns; a row may lack a column, as a value lacks the region of another state.
  private static func rows(_ random: inout SplitMix64) -> [Row] {
    (0..<Int.random(in: 2...12, using: &random)).map { _ in
      var row: Row = [:]
      for column in ["a", "b", "c"] where Int.random(in: 0..<6, using: &random) > 0 {
        row[column] = Int.random(in: 0..<3, using: &random)
      }
      return row
    }.uniqued()
  }

  private static func contains(_ row: Row, _ box: [String: Set<Int>]) -> Bool {
    box.allSatisfy { column, values in row[column].map(values.contains) ?? false }
  }

  @Test func coverContainsTheChosenRowsAndNoOthers() {
    Seeds.each(500) { seed in
      var random = SplitMix64(seed: seed)
      let rows = Self.rows(&random)
      let chosen = rows.filter { _ in Bool.random(using: &random) }
      let others = rows.filter { !chosen.contains($0) }
      guard !chosen.isEmpty, !others.isEmpty else { return }
      let boxes = Boxes(of: chosen, among: others, columns: ["a", "b", "c"])?.boxes
      // No box can say that a row lacks a column.
      let areAlike = chosen.contains { row in
        others.contains { other in row.allSatisfy { other[$0] == $1 } }
      }
      #expect((boxes == nil) == areAlike, "SEED=\(seed) \(chosen) \(others)")
      guard let boxes else { return }
      for row in rows {
        let isInside = boxes.contains { Self.contains(row, $0) }
        #expect(isInside == chosen.contains(row), "SEED=\(seed) \(row) \(boxes)")
      }
    }
  }

  @Test func boxNamesTheColumnThatOnlyChosenRowsHave() throws {
    let boxes = try #require(
      Boxes(of: [["a": 1, "b": 1]], among: [["a": 1]], columns: ["a", "b"]))
    #expect(boxes.boxes == [["b": [1]]])
  }
}

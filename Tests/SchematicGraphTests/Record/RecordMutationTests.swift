import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Records in which one thing was changed: each is refused near the change, or is what its graph is
/// written as.
///
/// `SEEDS=700` changes a million records; `SEED=17` takes the one of that seed.
@Suite struct RecordMutationTests {
  private typealias Line = [UInt8]

  /// A text after a change, and where that is.
  private struct Mutation {
    var lines: [Line]
    /// The lines that are changed or are beside what is gone, counted from 1.
    var changed: ClosedRange<Int>

    var text: String {
      String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    }
  }

  private static let bytes = Array(" \"/:[]{}->~\\ane1".utf8)

  /// Returns the lines of a record with one byte or row changed, deleted, inserted or exchanged.
  private func mutation(of lines: [Line], using random: inout SplitMix64) -> Mutation {
    var lines = lines
    // Without its head and its end, whose damage has messages of its own.
    let row = Int.random(in: 1..<lines.count - 2, using: &random)
    let other = Int.random(in: 1..<lines.count - 2, using: &random)
    let place = Int.random(in: 0..<lines[row].count, using: &random)
    let byte =
      Bool.random(using: &random)
      ? Self.bytes.randomElement(using: &random) ?? 0 : UInt8.random(in: 32...126, using: &random)
    var changed = row...row
    switch Int.random(in: 0..<6, using: &random) {
    case 0: lines[row][place] = byte
    case 1: lines[row].remove(at: place)
    case 2: lines[row].insert(byte, at: place)
    case 3: lines.remove(at: row)
    case 4:
      lines.insert(lines[other], at: row)
    default:
      lines.swapAt(row, other)
      changed = min(row, other)...max(row, other)
    }
    return Mutation(lines: lines, changed: changed.lowerBound + 1...changed.upperBound + 1)
  }

  @Test func everyChangedRecordIsRefusedNearTheChangeOrIsCanonical() throws {
    let originals = (1...40).map { seed in
      GraphRecord.lines(of: .randomHostile(seed: seed)).map { Array($0.utf8) }
    }
    .filter { $0.count > 3 }
    var (graphs, near, far) = (0, 0, 0)
    for seed in Seeds.first(1_500) {
      var random = SplitMix64(seed: seed)
      let original = originals[Int.random(in: originals.indices, using: &random)]
      let mutation = mutation(of: original, using: &random)
      do throws(DOTError) {
        let graph = try StateGraph(dot: mutation.text)
        graphs += 1
        let end = mutation.lines.firstIndex { $0.elementsEqual("// end".utf8) } ?? 0
        // As text: a byte may have been taken out of the middle of a character.
        let rows = mutation.lines[...end].filter { !$0.isEmpty }
          .map { String(decoding: $0, as: UTF8.self).unicodeScalars.map(\.value) }
        let written = GraphRecord.lines(of: graph).map { $0.unicodeScalars.map(\.value) }
        #expect(written == rows, "SEED=\(seed)")
      } catch {
        let isNear =
          mutation.changed.contains(error.line)
          || mutation.changed.contains(error.line - 1) || mutation.changed.contains(error.line + 1)
        if isNear { near += 1 } else { far += 1 }
        // Else the row that is named needs the one that was changed, or stands where that one belongs.
        #expect(
          isNear
            || [
              "is none of the states", "is expected", "enters no state", "in a state of another",
              "starts where its regions do",
              "can stand here",
            ].contains {
              error.message.contains($0)
            }, "SEED=\(seed) \(mutation.changed) \(error)")
      }
    }
    if Seeds.factor > 1 { print("\(graphs) canonical, \(near) near, \(far) elsewhere") }
  }
}

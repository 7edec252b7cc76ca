import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct NotationTests {
  /// The source file beside the goldens.
  private static let tests = URL(filePath: #filePath)

  @Test(arguments: Notation.allCases, TinyMachine.allCases)
  func notationIsWrittenAsRecorded(notation: Notation, machine: TinyMachine) throws {
    let text = notation.text(of: machine.graph, name: machine.rawValue)
    let file = "\(notation.folder)/\(machine)\(notation.fileExtension)"
    #expect(try Golden(file, beside: Self.tests.path()).difference(from: text) == nil)
  }

  @Test(arguments: Notation.allCases)
  func everyGoldenHasAMachine(notation: Notation) throws {
    let folder = Self.tests.deletingLastPathComponent().appending(
      path: "Goldens/\(notation.folder)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(Set(names) == Set(TinyMachine.allCases.map { "\($0)\(notation.fileExtension)" }))
  }

  @Test(arguments: Notation.allCases)
  func notationIsTheSameBytesTwice(notation: Notation) {
    AdversarialText.each { notationIsTheSameBytesTwice(notation: notation, text: $0) }
  }

  private func notationIsTheSameBytesTwice(notation: Notation, text: String) {
    let (first, second) = (StateGraph.everywhere(text), StateGraph.everywhere(text))
    #expect(Array(notation.text(of: first).utf8) == Array(notation.text(of: second).utf8))
  }

  // Plain text has more lines for longer texts: it wraps them.
  @Test(arguments: Notation.allCases.filter { $0 != .text })
  func notationHasNoMoreLinesThanForPlainText(notation: Notation) {
    AdversarialText.each { notationHasNoMoreLinesThanForPlainText(notation: notation, text: $0) }
  }

  private func notationHasNoMoreLinesThanForPlainText(notation: Notation, text: String) {
    let lines = notation.text(of: .everywhere(text)).unicodeScalars.split(
      omittingEmptySubsequences: false
    ) { lineBreaks.contains($0) }
    let plain = notation.text(of: .everywhere("plain")).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == plain.count)
  }

  @Test(arguments: ["entry", "exit", "do"])
  func internalEventsAreToldFromBehaviors(event: String) {
    func graph(_ state: StateGraph.State, _ transitions: [StateGraph.Rule]) -> StateGraph {
      StateGraph(states: [state], transitions: transitions, initialState: "a")
    }
    let kind = StateGraph.StateBehavior.Kind(rawValue: event) ?? .entry
    let behavior = graph(.init(identifier: "a", behaviors: [.init(kind, "x")]), [])
    let transition = graph(
      .init(identifier: "a"),
      [.init(source: "a", target: "a", event: event, action: "x", isInternal: true)])
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(lines(behavior.mermaid()).contains("a : \(event) / x"))
    #expect(lines(transition.mermaid()).contains("a : #34;\(event)#34; / x"))
    #expect(lines(behavior.plantUML()).contains("a : \(event) / x"))
    #expect(lines(transition.plantUML()).contains("a : <U+0022>\(event)<U+0022> / x"))
    #expect(behavior.dot().contains("|\(event) / x\\l"))
    #expect(transition.dot().contains(#"|\"\#(event)\" / x\l"#))
  }

  @Test(arguments: Notation.allCases)
  func notationHasNoControlsWhateverTheText(notation: Notation) {
    Seeds.each(50) { notationHasNoControlsWhateverTheText(notation: notation, seed: $0) }
  }

  private func notationHasNoControlsWhateverTheText(notation: Notation, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 1...5 {
      let text = notation.text(of: .everywhere(AdversarialText.random(using: &random)), name: "x")
      #expect(!text.split(separator: "\n").joined().hasControls, "SEED=\(seed)")
      #expect(text.last == "\n")
    }
  }
}

/// The characters that some program takes for the end of a line (Unicode Standard, §5.8).
private let lineBreaks = Set("\n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}".unicodeScalars)

@Suite struct DOTGoldenTests {
  @Test(arguments: TinyMachine.allCases)
  func dotIsWrittenAsRecorded(machine: TinyMachine) throws {
    let text = machine.graph.dot(name: machine.rawValue)
    let difference = try Golden("\(machine).dot").difference(from: text)
    #expect(difference == nil)
  }

  @Test(arguments: TinyMachine.allCases)
  func dotIsTheSameBytesTwice(machine: TinyMachine) {
    #expect(Array(machine.graph.dot().utf8) == Array(machine.graph.dot().utf8))
  }

  @Test func everyGoldenHasAMachine() throws {
    let names = try Golden.names().filter { $0.hasSuffix(".dot") }
    #expect(names == Set(TinyMachine.allCases.map { "\($0).dot" }))
  }

  /// A state of regions is a box, and its end and its rejections stand behind the box.
  @Test func stateOfRegionsShowsItsEndAndItsRejections() {
    let graph = StateGraph(
      states: [
        .init(identifier: "open"), .init(identifier: "done", isFinal: true),
        .init(identifier: "done/light.on", parent: "done/light"),
      ],
      regions: [.init(name: "light", in: "done", initialState: "done/light.on")],
      rules: [
        .init(source: "open", target: "done", trigger: "close"),
        .init(source: "done", target: "done", trigger: "kick", effect: .rejected(reason: nil)),
      ], initialState: "open")
    #expect(graph.mermaid().contains("\n  %% done rejects kick\n  done --> [*]\n"))
    #expect(graph.plantUML().contains("\n' done rejects kick\ndone --> [*]\n"))
  }
}

import Schematic
import SchematicGraph
import Testing

/// What decides, or changes, in a way that takes more words than a diagram has.
@Suite struct UntoldValueTests {
  enum Tape: Graphable, Equatable {
    case cut(left: Int, right: Int), done
    static let graphCases: [Tape] =
      (0...5).flatMap { left in (0...5).map { .cut(left: left, right: $0) } } + [.done]
  }
  enum Snip: CaseIterable, Graphable { case snip, mix }

  /// Returns the graph of a tape that is done for some pairs of numbers, and mixed by a function.
  private static func graph(
    done: @escaping @Sendable (Int, Int) -> Bool, mix: @escaping @Sendable (Int, Int) -> Int
  ) -> StateGraph {
    StateGraph(
      StateMachineSchema<Tape, Snip, Void>(initialState: .cut(left: 0, right: 0)) { tape, event in
        guard case .cut(let left, let right) = tape else { return .ignored }
        return switch event {
        case .snip: done(left, right) ? .to(.done) : .ignored
        case .mix: .stay(as: .cut(left: mix(left, right), right: right))
        }
      })
  }

  private static let usual = graph(done: { ($0 * 7 + $1) % 5 == 2 }, mix: { ($0 * 3 + $1 * 5) % 6 })

  @Test func conditionThatTakesTooManyWordsSaysHowMuchItLeavesOut() throws {
    let rule = try #require(Self.usual.rules.first { $0.event == "snip" })
    #expect(rule.guard?.hasSuffix(" more") == true)
    #expect(rule.guard?.contains(/[0-9a-f]{8}/) == false)
    #expect(rule.untold != nil)
  }

  @Test func noDiagramShowsADigest() throws {
    let digests = Self.usual.rules.compactMap(\.untold)
    #expect(!digests.isEmpty)
    let (picture, record) = (Self.usual.dot(), Self.usual.dot().split(separator: "// record").last)
    for digest in digests {
      #expect(record?.contains("#\(digest)") == true)
      #expect(picture.split(separator: "// record")[0].contains(digest) == false)
      #expect(
        !Self.usual.mermaid().contains(digest) && !Self.usual.markdownTable().contains(digest))
    }
    #expect(try StateGraph(dot: picture) == Self.usual)
  }

  @Test func otherValuesThatDecideAreADifferenceInWords() {
    func graph(_ digest: String) -> StateGraph {
      var rule = StateGraph.Rule(
        source: "cut", target: "done", trigger: "snip", conditions: [.payload("decided by left")])
      rule.untold = digest
      return StateGraph(
        states: [.init(identifier: "cut"), .init(identifier: "done")], rules: [rule],
        initialState: "cut")
    }
    let (one, other) = (graph("1d0f3b2a"), graph("a3362f20"))
    #expect(other != one && other.fingerprint != one.fingerprint)
    #expect(
      other.diff(from: one).edits.map(\.description) == [
        "~ cut: snip [decided by left] leads to done for other values"
      ])
  }

  @Test func otherChangesThatHaveNoWordsAreADifferenceInWords() throws {
    let other = Self.graph(done: { ($0 * 7 + $1) % 5 == 2 }, mix: { ($0 * 3 + $1 * 5 + 1) % 6 })
    let edits = other.diff(from: Self.usual).edits.map(\.description)
    #expect(edits.count == 1)
    #expect(edits.contains { $0.contains("mix") && $0.contains("for other values") }, "\(edits)")
  }

  // MARK: - States in payloads

  enum Line: Graphable, Equatable {
    case good, poor(bars: Int)
    static let graphCases: [Line] = [.good, .poor(bars: 1)]
  }
  struct Call: GraphableRegions, Equatable {
    var mic = Mic.on
    var line = Line.good
    enum Mic: CaseIterable, Graphable { case on, muted }
  }
  enum Phone: Graphable, Equatable {
    case calling(Call), lost(last: Call), idle
    static let graphCases: [Phone] = [.calling(Call()), .lost(last: Call()), .idle]
  }
  enum Event: CaseIterable, Graphable { case mute, fade, drop, join, swap, hang }

  /// Returns the graph of a phone that remembers the call, and changes what it remembers by a function.
  private static func phone(swap: @escaping @Sendable (Call) -> Call) -> StateGraph {
    let call = StateMachineSchema<Call, Event, Void>(
      initialState: Call(),
      regions: .region(\.mic) { mic, event in
        event == .mute ? .to(mic == .on ? .muted : .on) : .ignored
      },
      .region(\.line) { line, event in
        switch (line, event) {
        case (.good, .fade): .to(.poor(bars: 3))
        case (.poor(let bars), .fade): bars > 1 ? .stay(as: .poor(bars: bars - 1)) : .to(.good)
        default: .ignored
        }
      })
    return StateGraph(
      StateMachineSchema<Phone, Event, Void>(initialState: .calling(Call())) { phone, event in
        switch (phone, event) {
        case (.calling(let call), .drop): .to(.lost(last: call))
        case (.lost(let last), .join): .to(.calling(last))
        case (.lost(let last), .swap): .stay(as: .lost(last: swap(last)))
        case (.lost(let last), .hang): last.line == .poor(bars: 2) ? .to(.idle) : .ignored
        default: .ignored
        }
      }
      .embedding(call, in: Phone.calling))
  }

  @Test func conditionNamesWhatARememberedStateCarries() {
    let graph = Self.phone(swap: { $0 })
    #expect(graph.rules.first { $0.event == "hang" }?.guard == "line.bars = 2")
    #expect(graph.rules.first { $0.event == "join" }?.entry == .history)
  }

  @Test func stateThatChangesWhatItRemembersLeadsToNoHistory() {
    let graph = Self.phone(swap: { call in
      var call = call
      call.mic = call.mic == .on ? .muted : .on
      return call
    })
    #expect(graph.rules.contains { $0.event == "join" })
    #expect(graph.rules.allSatisfy { $0.entry != .history })
    #expect(graph.rules.first { $0.event == "swap" }?.change?.contains("mic") == true)
  }
}

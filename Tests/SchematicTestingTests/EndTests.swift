import SchematicGraph
import SchematicTesting
import Testing

// Other systems draw no traps.
#if os(Linux)
  /// States without a way out: how each is drawn, and that the advice about it is good.
  ///
  /// The table is that of the article *What an end can be*.
  @Suite struct EndTests {
    /// What a closed door does with an event.
    enum Late: CaseIterable {
      case ignores, rejects, answers, traps, trapsSometimes, trapsAndAnswers, leaves
    }

    struct Door {
      enum State: CaseIterable, Graphable { case open, closed }
      enum Event: CaseIterable, Graphable { case close, knock }
      struct TooLate: Error {}

      let late: Late
      private(set) var state = State.open

      init(late: Late) { self.late = late }

      mutating func handle(_ event: Event) throws -> String? {
        switch (state, event) {
        case (.open, .close): state = .closed
        case (.open, .knock): return "answer"
        case (.closed, let event): return try handleLate(event)
        }
        return nil
      }

      private mutating func handleLate(_ event: Event) throws -> String? {
        switch late {
        case .ignores: return nil
        case .rejects: throw TooLate()
        case .answers: return "too late"
        case .traps: fatalError("closed")
        case .trapsSometimes: if event == .close { fatalError("closed") } else { return nil }
        case .trapsAndAnswers:
          if event == .close { fatalError("closed") } else { return "too late" }
        case .leaves:
          state = .open
          return nil
        }
      }
    }

    private static func graph(_ late: Late, saidFinal isFinal: Bool) -> StateGraph {
      StateGraph.withTraps {
        StateGraph(
          .value(Door(late: late), state: \.state),
          options: .init(isFinal: { isFinal && $0 == .closed }, reason: { "\($0)" })
        ) { try $0.handle($1) }
      }
    }

    /// A row of the table.
    struct Row: Sendable, CustomTestStringConvertible {
      let late: Late
      let rows: [String]
      /// Whether nothing is accepted any more.
      let isEnd: Bool
      /// The findings if somebody has said that the state is final, and if nobody has.
      let saidFinal, unsaid: [String]

      var testDescription: String { "\(late)" }
    }

    private static let traps = ["closed: close / traps: closed", "closed: knock / traps: closed"]

    static let table = [
      Row(
        late: .ignores, rows: [], isEnd: true, saidFinal: [], unsaid: ["handles nothing: closed"]),
      Row(
        late: .rejects,
        rows: ["closed: close / rejected: TooLate()", "closed: knock / rejected: TooLate()"],
        isEnd: true, saidFinal: [], unsaid: ["handles nothing: closed"]),
      Row(
        late: .traps, rows: traps, isEnd: true, saidFinal: [], unsaid: ["handles nothing: closed"]),
      Row(
        late: .trapsSometimes, rows: Array(traps.prefix(1)), isEnd: true, saidFinal: [],
        unsaid: ["handles nothing: closed"]),
      Row(
        late: .answers,
        rows: [
          "closed -> closed: close / too late (internal)",
          "closed -> closed: knock / too late (internal)",
        ], isEnd: false, saidFinal: [], unsaid: ["no way out: closed"]),
      Row(
        late: .trapsAndAnswers,
        rows: ["closed -> closed: knock / too late (internal)"] + traps.prefix(1), isEnd: false,
        saidFinal: [], unsaid: ["no way out: closed"]),
      Row(
        late: .leaves, rows: ["closed -> open: close", "closed -> open: knock"], isEnd: false,
        saidFinal: ["final state acts: closed, close"], unsaid: []),
    ]

    @Test func theTableHasARowForEverything() {
      #expect(Set(Self.table.map(\.late)) == Set(Late.allCases))
    }

    @Test(arguments: table, [true, false])
    func anEndIsDrawnAsWhatItIs(row: Row, isSaid: Bool) {
      let graph = Self.graph(row.late, saidFinal: isSaid)
      #expect(graph.rules.filter { $0.source == "closed" }.map(\.description) == row.rows)
      #expect(graph.states.map(\.isFinal) == [false, isSaid && row.isEnd])
      let hasBorder = graph.dot().contains(#/peripheries=2|penwidth=2\.4/#)
      #expect(hasBorder == row.isEnd)
      #expect(graph.findings.map(\.name) == (isSaid ? row.saidFinal : row.unsaid))
    }

    @Test(arguments: table, [true, false])
    func whoFollowsTheAdviceAboutAnEndGetsNoOther(row: Row, isSaid: Bool) throws {
      let findings = Self.graph(row.late, saidFinal: isSaid).findings
      guard let finding = findings.first else { return }
      if finding.kind == .finalStateActs {
        #expect(finding.description.hasSuffix("; take it out of `isFinal`"))
      } else {
        #expect(
          finding.description.contains(#/; lead (one|a transition) out, or say .* with `isFinal`/#))
        #expect(Self.graph(.leaves, saidFinal: false).findings.isEmpty)
      }
      #expect(Self.graph(row.late, saidFinal: !isSaid).findings.isEmpty)
    }

    @Test(arguments: [Late.rejects, .traps])
    func everyNotationShowsWhatAFinalStateRefuses(late: Late) throws {
      let graph = Self.graph(late, saidFinal: true)
      let texts = [
        graph.dot(), graph.markdownTable(), graph.mermaid(), graph.plantUML(), graph.textPicture(),
        graph.json(),
      ]
      let word = late == .rejects ? "TooLate" : "traps"
      for text in texts { #expect(text.contains(word)) }
      #expect(try StateGraph(dot: graph.dot()) == graph)
    }

    /// A state that somebody calls final is an end, whatever it still answers.
    @Test func anEndThatAnswersIsAnEndForTheStatesBefore() {
      enum State: CaseIterable, Graphable { case open, closed, lost }
      enum Event: CaseIterable, Graphable { case close, lose, knock }
      let graph = StateGraph(
        .value([State.open], state: { $0[0] }), events: Event.allCases,
        options: .init(isFinal: { $0 != .open })
      ) { door, event -> String? in
        switch (door[0], event) {
        case (.open, .close): door = [.closed]
        case (.open, .lose): door = [.lost]
        case (.closed, .knock): return "too late"
        default: break
        }
        return nil
      }
      #expect(graph.states.filter(\.isFinal).map(\.identifier) == ["lost"])
      #expect(graph.findings.isEmpty)
    }

    @Test func aFunctionIsAskedInFinalStates() {
      enum Light: CaseIterable, Graphable { case red, green, broken }
      enum Tick: CaseIterable, Graphable { case next, hit }
      func graph(mendingIf mends: Bool, isFinal: Bool) -> StateGraph {
        StateGraph(initial: Light.red, events: Tick.allCases, isFinal: { isFinal && $0 == .broken })
        {
          light, tick -> Light? in
          switch (light, tick) {
          case (.broken, .next): mends ? .red : nil
          case (_, .hit): light == .broken ? nil : .broken
          case (_, .next): light == .red ? .green : .red
          }
        }
      }
      #expect(graph(mendingIf: false, isFinal: true).states.map(\.isFinal) == [false, false, true])
      let left = graph(mendingIf: true, isFinal: true)
      #expect(left.findings.map(\.name) == ["final state acts: broken, next"])
      #expect(graph(mendingIf: true, isFinal: false).findings.isEmpty)
      #expect(left.transitions.contains { $0.description == "broken -> red: next" })
    }
  }
#endif

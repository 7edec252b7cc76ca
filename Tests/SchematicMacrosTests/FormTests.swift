#if Macros
  import SchematicMacros
  import Testing

  @Graphable private enum Load<Value> { case idle, done(Value), all([Value]) }
  @Graphable private enum Tree {
    case leaf(Bool), list([Tree])
    indirect case node(Tree, Tree)
  }
  @Graphable private enum Nothing {}
  @Graphable private enum Move {
    case go(north: Int), go(south: Mode), stay, go(Mode, by: Int)
    @GraphLabel("climb", payload: .all) case climb(by: Int)
    case climb(to: Int)
  }
  @Graphable private enum Mode { case playing, paused }
  @Graphable private enum Word {
    case `default`, `self`, `init`(`in`: Int), `inout`(`let`: Int), `say "hi"`
  }
  @Graphable private enum Listed: CaseIterable { case on, off }
  @Graphable private enum Stated: Graphable { case on, off(Int) }
  @Graphable private enum Platform {
    case always
    // The macro copies a case with its condition.
    #if os(Linux) || os(macOS)
      case unix(Int)
    #else
      case unix
    #endif
    #if NO_SUCH_CONDITION
      case never(Mode)
    #endif
  }
  @Graphable private enum Absent {
    #if NO_SUCH_CONDITION
      case never(Mode)
    #endif
  }
  @Graphable private enum Feature {
    case old
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) case new
    @available(watchOS, unavailable) case large(Int)
    @available(*, unavailable) case gone(Int)
  }
  @Graphable private enum Own {
    case first(Mode), second(Int)
    static var graphCases: [Own] { [.second(3)] }
    var casePath: [String] {
      switch self {
      case .first: ["1"]
      case .second(let number): ["2-\(number)"]
      }
    }
  }
  @Graphable(payload: .finite) private enum Door { case open, locked(Bool, code: Int), at(Int?) }

  @Suite struct FormTests {
    private static func identifiers<Value: Graphable>(_ type: Value.Type) -> [String] {
      Value.graphCases.map(\.graphIdentifier)
    }

    @Test func macroRequiresSamplesOfCarriedGenericParameters() {
      #expect(Self.identifiers(Load<Bool>.self) == ["idle", "done", "done", "all", "all"])
      #expect(
        Self.identifiers(Load<Mode>.self) == ["idle", "done.playing", "done.paused", "all", "all"])
      #expect(!(Load<any Error>.self is any Graphable.Type))
    }

    @Test func macroFollowsIndirectCasesOnce() {
      #expect(
        Self.identifiers(Tree.self) == [
          "leaf", "leaf", "list", "list", "node", "node", "node", "node", "node", "node", "node",
          "node", "node",
        ])
    }

    @Test func emptyEnumHasNothingToList() {
      #expect(Nothing.graphCases.isEmpty)
      #expect(Absent.graphCases.isEmpty)
    }

    @Test func macroTellsOverloadedCasesApart() {
      #expect(
        Self.identifiers(Move.self) == [
          "go(north:)", "go(north:)", "go(south:).playing", "go(south:).paused", "stay",
          "go(_:by:).playing", "go(_:by:).playing", "go(_:by:).paused", "go(_:by:).paused",
          "climb(by:)(by: 0)", "climb(by:)(by: 1)",
          "climb(to:)", "climb(to:)",
        ])
      #expect(Move.climb(by: 3).diagramLabel == "climb(by: 3)")
      #expect(Move.go(south: .paused).diagramLabel == "go(south:).paused")
    }

    @Test func macroNamesCasesAsTheyAreSpelled() {
      #expect(
        Self.identifiers(Word.self) == [
          "default", "self", "init", "init", "inout", "inout", "say \"hi\"",
        ])
    }

    @Test func macroLeavesCasesToCaseIterable() {
      #expect(Listed.graphCases == [.on, .off])
    }

    @Test func macroWritesMembersOfAStatedConformance() {
      #expect(Self.identifiers(Stated.self) == ["on", "off", "off"])
    }

    @Test func macroListsCasesThatExistOnTheSystem() {
      #expect(Self.identifiers(Platform.self) == ["always", "unix", "unix"])
      #expect(Set(Self.identifiers(Feature.self)).isSubset(of: ["old", "new", "large"]))
      #expect(Set(Self.identifiers(Feature.self)).isSuperset(of: ["old"]))
    }

    @Test func macroRespectsWhatTheEnumDeclares() {
      #expect(Self.identifiers(Own.self) == ["2-3"])
      #expect(Own.first(.paused).graphIdentifier == "1")
      #expect(Own.first(.paused).diagramLabel == "1")
    }

    @Test func macroShowsWhatHasFewValuesOnRequest() {
      #expect(
        Door.graphCases.map(\.diagramLabel) == [
          "open", "locked(false)", "locked(false)", "locked(true)", "locked(true)", "at(nil)",
          "at(some)", "at(some)",
        ])
    }

    @Test func macroIdentifiesValuesThatNoSampleEquals() {
      #expect(Load<Int>.done(17).graphIdentifier == "done")
      #expect(Door.at(17).graphIdentifier == "at(some)")
      #expect(Move.go(north: 17).graphIdentifier == "go(north:)")
    }
  }
#endif

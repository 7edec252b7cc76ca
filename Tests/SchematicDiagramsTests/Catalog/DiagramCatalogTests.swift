import Schematic
import SchematicGraph
import Testing

@testable import SchematicDiagrams

@Suite struct DiagramCatalogTests {
  private func door(_ name: String) -> Diagram { Diagram(name, of: Door.schema) }

  @Test func catalogPicksDiagramsByName() throws {
    let catalog: DiagramCatalog = [door("A"), door("B"), door("C")]
    #expect(try catalog.diagrams(named: ["C", "A"]).map(\.name) == ["A", "C"])
    #expect(try catalog.diagrams().map(\.name) == ["A", "B", "C"])
  }

  @Test func catalogRefusesANameThatIsNotThere() {
    let catalog: DiagramCatalog = [door("A")]
    #expect {
      _ = try catalog.diagrams(named: ["B"])
    } throws: {
      ($0 as? DiagramError)?.code == .unknownName
    }
  }

  @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a\\b", "a\nb", "a:b"])
  func catalogRefusesANameThatCannotBeAFile(name: String) {
    #expect {
      _ = try DiagramCatalog([door(name)]).diagrams()
    } throws: {
      ($0 as? DiagramError)?.code == .invalidName
    }
  }

  @Test(arguments: ["X~dark", "x~DARK", "X.diff", "X.replay", "X.Diff", "~dark"])
  func catalogRefusesANameWhoseFilesWouldBeThoseOfAnother(name: String) {
    let error = #expect(throws: DiagramError.self) {
      _ = try DiagramCatalog([door("X"), door(name)]).diagrams()
    }
    #expect(error?.code == .invalidName)
    #expect(error?.description.contains("\"\(name)\" cannot be the name of a diagram") == true)
  }

  @Test(arguments: ["X", "X dark", "X~darker", "X.dot", "X.diff.y", "-dash", "diff"])
  func everyFileIsThatOfOneDiagram(name: String) throws {
    #expect(try DiagramCatalog([door("x.y"), door(name)]).diagrams().count == 2)
    for format in DiagramFormat.allCases {
      let owner = try #require(DiagramFormat.diagram(ofFile: format.fileName(of: name)))
      #expect(owner.name == name && owner.format == format)
    }
  }

  @Test func catalogRefusesNamesThatDifferInCaseOnly() {
    #expect {
      _ = try DiagramCatalog([door("Door"), door("door")]).diagrams()
    } throws: {
      ($0 as? DiagramError)?.code == .repeatedName
    }
  }
}

@MainActor @Suite struct DiagramFindingsTests {
  private func lines(allowing allowed: AllowedFinding<DoorState, DoorEvent>...) -> [String] {
    let diagram = Diagram("Door", of: Door.unlockableSchema, allowing: allowed)
    return DiagramFindings(of: diagram.graph, of: diagram).lines(.warning)
  }

  @Test func reportNamesFindingsThatNobodyAllowed() {
    #expect(
      lines() == [
        """
        Tests/SchematicDiagramsTests/Support/Door.swift:26: warning: Door: unreachable state: no \
        transitions lead from the initial state to state locked; lead one there, or remove the state
        """
      ])
  }

  @Test func reportLeavesOutFindingsThatAreAllowed() {
    #expect(lines(allowing: .any(.unreachableState)).isEmpty)
    #expect(lines(allowing: .any(.unreachableState, in: .locked)).isEmpty)
    #expect(lines(allowing: .any(.unreachableState, in: .open)).count == 2)
  }

  @Test func aNameAllowsExactlyTheFindingThatHasIt() {
    #expect(lines(allowing: "unreachable state: locked").isEmpty)
    #expect(lines(allowing: "unreachable state").isEmpty)
    #expect(lines(allowing: "unreachable state: open").count == 2)
    let named: AllowedFinding<DoorState, DoorEvent> = "unreachable state: locked"
    #expect(named.named.description == "unreachable state: locked")
  }

  /// What the last lines of a strict check print, written into the catalog.
  @Test func whatAStrictRunPrintsAllowsWhatItNames() throws {
    func failure(allowing allowed: AllowedFinding<DoorState, DoorEvent>...) -> [String] {
      let diagram = Diagram("Door", of: Door.unlockableSchema, allowing: allowed)
      return DiagramFindings(of: diagram.graph, of: diagram).failure
    }
    #expect(failure() == [#"Door: allowing: ["unreachable state: locked"]"#])
    #expect(failure(allowing: "unreachable state: locked").isEmpty)
    #expect(
      failure(allowing: "no way out") == [
        #"Door: allowing: ["unreachable state: locked"]"#,
        "Door: allows \"no way out\", which is not found; remove it",
      ])
  }

  @Test func manyFindingsOfAKindAreAllowedByTheKind() {
    func failure(_ count: Int, allowing allowed: AllowedFinding<String, String>...) -> [String] {
      let findings = (0..<count).map { GraphFinding(.noWayOut, state: "s\"\($0)", "no way") }
      let graph = StateGraph(states: [], rules: [], initialState: "s", findings: findings)
      return DiagramFindings(of: graph, of: Diagram("Many", of: graph, allowing: allowed)).failure
    }
    #expect(failure(1) == [#"Many: allowing: ["no way out: s\"0"]"#])
    #expect(failure(1, allowing: "no way out: s\"0").isEmpty)
    #expect(failure(6) == [#"Many: allowing: ["no way out"]"#])
    #expect(failure(6, allowing: "no way out").isEmpty)
  }

  @Test func reportNamesAnAllowedFindingThatIsNotFound() {
    #expect(
      lines(allowing: .any(.unreachableState), .any(.noWayOut)) == [
        "warning: Door: allows \"no way out\", which is not found; remove it"
      ])
  }
}

@Suite struct SpellingSuggestionTests {
  @Test(
    arguments: [
      "Trunstile": "Turnstile", "turnstile": "Turnstile", "Turnstil": "Turnstile", "Dor": "Door",
      "Player": nil, "": nil,
    ] as [String: String?])
  func suggestionIsTheNameThatWasMeant(name: String, expected: String?) {
    #expect(SpellingSuggestion.nearest(to: name, in: ["Door", "Turnstile", "Screen"]) == expected)
  }

  @Test func errorHasTheSuggestion() {
    let error = DiagramError.unknownName("Dor", known: ["Screen", "Door"])
    #expect(
      error.description
        == "no diagram is named \"Dor\"; did you mean \"Door\"? there are Screen, Door")
  }
}

import SchematicDiagrams
import Testing

@Suite struct DiagramCatalogueTests {
  private func door(_ name: String) -> Diagram { Diagram(name, of: Door.schema) }

  @Test func picksDiagramsByName() throws {
    let catalogue: DiagramCatalogue = [door("A"), door("B"), door("C")]
    #expect(try catalogue.diagrams(named: ["C", "A"]).map(\.name) == ["A", "C"])
    #expect(try catalogue.diagrams().map(\.name) == ["A", "B", "C"])
  }

  @Test func refusesANameThatIsNotThere() {
    let catalogue: DiagramCatalogue = [door("A")]
    #expect {
      _ = try catalogue.diagrams(named: ["B"])
    } throws: {
      ($0 as? DiagramError)?.code == .unknownName
    }
  }

  @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a\\b", "a\nb", "a:b"])
  func refusesANameThatCannotBeAFile(name: String) {
    #expect {
      _ = try DiagramCatalogue([door(name)]).diagrams()
    } throws: {
      ($0 as? DiagramError)?.code == .invalidName
    }
  }

  @Test func refusesNamesThatDifferInCaseOnly() {
    #expect {
      _ = try DiagramCatalogue([door("Door"), door("door")]).diagrams()
    } throws: {
      ($0 as? DiagramError)?.code == .repeatedName
    }
  }
}

import Kettles
import SchematicTesting
import Testing

@Test func diagramShowsTheRules() {
  expectDiagram(of: Kettle.schema, matches: "Kettle.dot")
}

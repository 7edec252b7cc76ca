import Testing

@testable import SchematicDiagrams

@Suite struct SuggestionTests {
  @Test(
    arguments: [
      "Trunstile": "Turnstile", "turnstile": "Turnstile", "Turnstil": "Turnstile", "Dor": "Door",
      "Player": nil, "": nil,
    ] as [String: String?])
  func findsTheNameThatWasMeant(name: String, expected: String?) {
    #expect(Suggestion.nearest(to: name, in: ["Door", "Turnstile", "Screen"]) == expected)
  }

  @Test func standsInTheError() {
    let error = DiagramError.unknownName("Dor", known: ["Screen", "Door"])
    #expect(
      error.description
        == "no diagram is named \"Dor\"; did you mean \"Door\"? there are Screen, Door")
  }
}

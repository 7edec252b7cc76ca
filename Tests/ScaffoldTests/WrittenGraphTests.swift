import Testing

@testable import Scaffold

@Suite struct WrittenGraphTests {
  private func text(of type: String) throws -> String {
    try WrittenGraph(of: type, in: Fixture.code).text
  }

  @Test func anEventThatOneMethodTakesHasAStepForEachCase() throws {
    #expect(
      try text(of: "Line") == """
        import SchematicGraph

        @testable import App

        let lineGraph = StateGraph(
          .value(Line()) { _ in ReflectedState("Line") },
          steps: [
            .step("call", with: [] as [Int]) { $0.handle(.call(number: $1)) },
            .step("hangUp") { $0.handle(.hangUp) },
            .step("transfer", with: [] as [Int]) { $0.handle(.transfer(to: $1)) },
          ])

        """)
  }

  @Test func eachMethodThatCanChangeAValueHasAStep() throws {
    #expect(
      try text(of: "Upload").hasSuffix(
        """
          .value(Upload()) { ReflectedState(of: $0) },
          steps: [
            .step("handle", with: [] as [Upload.Event]) { $0.handle($1) },
            .step("finish") { $0.finish() },
            .step("cancel") { $0.cancel() },
            .step("pause") { $0.pause() },
          ])

        """))
  }

  @Test func anObjectIsMadeAndArgumentsAreTypedEmptyLists() throws {
    #expect(
      try text(of: "Kettle").hasSuffix(
        """
          .value(Kettle()) { ReflectedState(of: $0, property: "heat") },
          steps: [
            .step("plug") { $0.plug() },
            .step("unplug") { $0.unplug() },
            .step("boil") { $0.boil() },
            .step("pour", with: [] as [(cup: Kettle.Cup, quickly: Bool)]) { $0.pour(into: $1.cup, quickly: $1.quickly) },
          ])

        """))
    #expect(
      try text(of: "Gate").hasSuffix(
        """
          .made(state: { ReflectedState(of: $0, property: "phase") }, with: [] as [Int]) { Gate(limit: $0) },
          steps: [
            .step("enter", with: [] as [String], awaiting: { try await $0.enter($1) }),
            .step("leave", with: [] as [(delay: Duration, name: String?)], awaiting: { $0.leave(after: $1.delay, by: $1.name) }),
            // sort(_:) is generic, or changes its argument: no list has its values.
          ])

        """))
  }

  @Test func stepsThatWaitImportTheModuleThatHasThem() throws {
    #expect(try text(of: "Gate").contains("import SchematicMachines\n"))
    #expect(try !text(of: "Kettle").contains("import SchematicMachines\n"))
  }

  @Test func methodsThatAMacroWritesHaveNoStep() throws {
    #expect(
      try text(of: "Model").hasSuffix(
        """
          steps: [
            .step("press") { $0.press() },
          ])

        """))
  }

  @Test func theOwnerIsAskedWhichPropertyIsTheState() throws {
    #expect(
      try WrittenGraph(of: "Line", in: Fixture.code).notes == [
        "which property is the state? Write ReflectedState(of: $0, property: \"…\"); there are isBusy"
      ])
  }

  @Test(arguments: [
    "Uplod": "no type of this package is called Uplod; did you mean Upload?",
    "Nobody": "no type of this package is called Nobody",
    "Lamp": "several types are called Lamp: App.Halls.Lamp, App.Rooms.Lamp",
    "Hidden": "other files can't see Hidden: take the word private out, ",
    "Box":
      "App.Box is generic: wrap one whose arguments are known, and draw that",
    "Ticket":
      "App.Ticket is ~Copyable: only its owner can tell its state",
  ])
  func aTypeThatCannotBeDrawnIsRefusedInASentence(type: String, sentence: String) {
    let refusal = #expect(throws: Refusal.self) { try WrittenGraph(of: type, in: Fixture.code) }
    #expect(refusal?.description.hasPrefix(sentence) == true, "\(refusal?.description ?? "")")
  }

  @Test func theNameOfTheOutermostTypeIsEnough() throws {
    #expect(
      try text(of: "Light").contains(
        ".made(state: { ReflectedState($0) }, with: [] as [Light]) { $0 }"))
    #expect(try text(of: "Rooms.Light").contains(".value(Rooms.Light())"))
  }
}

#if os(Linux)
  import CSchematicChild
  import Foundation
  import Schematic
  import SchematicGraph
  import Testing

  @testable import SchematicDiagrams

  /// Rules that trap on systems where a process can't copy itself.
  ///
  /// Here a copy stands for the program that is started.
  @MainActor @Suite struct RestartedToolTests {
    private enum Event: CaseIterable, Graphable { case push, pull, kick, leave }
    private enum State: CaseIterable, Graphable { case open, shut }
    private struct Alarm: Error {}

    nonisolated private static func stop(_ message: String) -> Transition<State, Void> {
      fatalError(message)
    }

    private static func diagram(
      _ step: @escaping @Sendable (State, Event) throws -> State?
    ) -> Diagram {
      Diagram(
        "Door",
        StateGraph(
          of: State.open,
          steps: Event.allCases.map { event in
            .step("\(event)") { (door: inout State) in
              if let next = try step(door, event) { door = next }
            }
          }))
    }

    private static let door = diagram { state, event in
      switch (state, event) {
      case (.open, .push): return .shut
      case (.shut, .pull): return .open
      case (_, .kick): throw Alarm()
      case (_, .leave): exit(3)
      default: preconditionFailure("\(event) while \(state)")
      }
    }

    /// A tool whose program counts how often it is started.
    private static func tool(
      of diagrams: [Diagram], startingAtMost most: Int = 50, count: Counter = Counter()
    ) -> RestartedTool {
      RestartedTool { folder in
        guard count.value < most else { throw Alarm() }
        count.value += 1
        let work = Work { try? RestartedTool.answer(in: folder, from: diagrams) }
        var report = withExtendedLifetime(work) {
          var job = schematic_child_job()
          job.context = Unmanaged.passUnretained(work).toOpaque()
          job.work = { context, _ in
            Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue().run()
          }
          job.end = 1
          return schematic_child_run(&job)
        }
        defer { schematic_child_free(&report) }
        try folder.openWords().write(
          contentsOf: Data(String(cString: report.words).utf8))
        return report.signal == 0 ? nil : report.signal
      }
    }

    private final class Counter { var value = 0 }

    private final class Work {
      let work: @MainActor () -> Void
      init(_ work: @escaping @MainActor () -> Void) { self.work = work }
      func run() { MainActor.assumeIsolated(work) }
    }

    @Test func drawsTheSameTrapsAsCopiesDo() throws {
      let count = Counter()
      let graph = try #require(Self.tool(of: [Self.door], count: count).graph(of: "Door"))
      #expect(
        graph.traps.map(\.description) == [
          "open: pull / traps: pull while open", "open: leave / traps: the program ends",
          "shut: push / traps: push while shut", "shut: leave / traps: the program ends",
        ])
      #expect(graph == Self.door.makingCopies().graph)
      #expect(count.value == 5)
    }

    @Test func remembersTheAnswersBeforeATrap() throws {
      let schema = StateMachineSchema<State, Event, Void>(initialState: .open) { _, event, when in
        guard event == .push else { return .ignored }
        guard when("locked", { _ in true }) else { return .to(.shut) }
        return when("alarmed") { _ in true } ? Self.stop("alarm") : .stay("knock")
      }
      let diagram = Diagram("Lock", of: schema)
      let graph = try #require(Self.tool(of: [diagram]).graph(of: "Lock"))
      #expect(graph == diagram.makingCopies().graph)
      #expect(
        graph.traps.map(\.description) == [
          "open: push [locked and alarmed] / traps: alarm",
          "shut: push [locked and alarmed] / traps: alarm",
        ])
    }

    @Test func givesUpOnWhatEndsTheProgramOutsideOfTrials() {
      let diagram = Diagram("Early", { exit(4) }())
      #expect(Self.tool(of: [diagram]).graph(of: "Early") == nil)
      #expect(Self.tool(of: []).graph(of: "Early") == nil)
      #expect(Self.tool(of: [Self.door], startingAtMost: 2).graph(of: "Door") == nil)
    }

    @Test func leavesNoFolderBehind() throws {
      var path: String?
      _ = RestartedTool { folder in
        path = folder.path
        throw Alarm()
      }.graph(of: "Door")
      #expect(!FileManager.default.fileExists(atPath: try #require(path)))
    }
  }
#endif

import ArgumentParser
import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTraces
import Testing

@testable import SchematicDiagrams

/// A change of rules meets a thousand machines in flight before it is deployed.
@MainActor @Suite struct HistoryCheckTests {
  private let temporary = TemporaryFolder()

  /// What a test knows of the machines without the check.
  private struct Fleet {
    let count: Int
    var states: [OldShipment] = []
    /// The states that each machine was in.
    var visited: [Set<String>] = []
    /// The machines that were given back at least once.
    var givenBack = 0
  }

  /// Runs a thousand machines by the rules of yesterday, and writes what they did and how they are saved.
  private func fleet(of count: Int = 1_000, seed: UInt64) throws -> Fleet {
    var random = SplitMix64(seed: seed)
    var fleet = Fleet(count: count)
    // The fleet of another seed may be there.
    try? FileManager.default.removeItem(atPath: temporary.folder.path)
    try FileManager.default.createDirectory(
      atPath: temporary.folder.path, withIntermediateDirectories: true)
    let trace = try TraceFile(path: temporary.folder.path(of: "app.jsonl"))
    var snapshots: [String] = []
    for number in 0..<fleet.count {
      let machine = StateMachine(schema: Shipment.yesterday)
      var visited: Set<String> = [machine.state.graphIdentifier]
      var isGivenBack = false
      trace.recorder(time: nil).watch(machine, named: "Shipment", id: "\(number)")
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let event = ShipmentEvent.allCases.randomElement(using: &random)!
        isGivenBack = isGivenBack || machine.state == .shipped && event == .giveBack
        machine.handle(event)
        visited.insert(machine.state.graphIdentifier)
      }
      fleet.givenBack += isGivenBack ? 1 : 0
      fleet.states.append(machine.state)
      fleet.visited.append(visited)
      snapshots.append(
        String(decoding: try JSONEncoder().encode(machine.snapshot()), as: UTF8.self))
    }
    try temporary.write(
      snapshots.map { $0 + "\n" }.joined(), to: "Shipment.snapshots.jsonl")
    return fleet
  }

  private func report(of catalog: DiagramCatalog) throws -> HistoryReport {
    var check = HistoryCheck(of: catalog.diagrams, in: catalog)
    try check.read(temporary.folder)
    return check.report
  }

  @Test func theRulesOfYesterdayAcceptEveryMachine() throws {
    try Seeds.each(1) { seed in
      let fleet = try fleet(seed: seed)
      let report = try report(of: [Diagram("Shipment", of: Shipment.yesterday)])
      #expect(report.passed)
      #expect(report.refusals.isEmpty)
      #expect(report.diagrams.map(\.accepted) == [2 * fleet.count])
      #expect(report.diagrams.map { $0.migrated + $0.refused } == [0])
    }
  }

  @Test func anArrowThatIsGoneRefusesTheMachinesThatTookIt() throws {
    try Seeds.each(1) { seed in
      let fleet = try fleet(seed: seed)
      let report = try report(of: [Diagram("Shipment", of: Shipment.strict)])
      #expect(fleet.givenBack > 0)
      #expect(!report.passed)
      #expect(report.diagrams.map(\.refused) == [fleet.givenBack])
      #expect(report.diagrams.map(\.accepted) == [2 * fleet.count - fleet.givenBack])
      let refusal = try #require(report.refusals.first)
      #expect(report.refusals.count == 1)
      #expect(
        refusal.message
          == "the diagram has no step shipped -> open: giveBack; the nearest rule is "
          + "shipped: giveBack / rejected: it is used")
      #expect(refusal.source?.line == Shipment.lineOfGivingBack)
      #expect(refusal.first.hasPrefix(temporary.folder.path(of: "app.jsonl:")))
      #expect(
        report.text.contains("Shipment.swift:\(Shipment.lineOfGivingBack): Shipment: refused"))
    }
  }

  @Test func theFunctionOfTheCatalogMigratesStatesThatAreGone() throws {
    try Seeds.each(1) { seed in
      let fleet = try fleet(seed: seed)
      let lost = fleet.states.count { $0 == .lost }
      let moved = fleet.visited.count { !$0.contains("lost") && $0.contains("packing") }
      #expect(lost > 0 && moved > 0)
      let report = try report(of: [
        Diagram("Shipment", of: Shipment.today).migrating(NewShipment.migrated)
      ])
      // The function has no state for what is lost: once as a snapshot, once as a trace.
      #expect(report.diagrams.map(\.refused) == [2 * lost])
      // Every other snapshot has the shape of yesterday.
      #expect(report.diagrams.map(\.migrated) == [fleet.count - lost + moved])
      #expect(report.diagrams.map(\.accepted) == [fleet.count - lost - moved])
      #expect(!report.passed)
      let reasons = report.refusals.map(\.message)
      #expect(reasons.contains { $0.contains("a machine saved in state lost does not fit") })
      #expect(reasons.contains { $0.hasPrefix("the diagram lacks a state of") })
      #expect(report.refusals.allSatisfy { $0.source != nil })
    }
  }

  @Test func statesThatAreGoneAreRefusedWithoutAFunction() throws {
    let fleet = try fleet(of: 50, seed: 1)
    try temporary.folder.remove("app.jsonl")
    let report = try report(of: [Diagram("Shipment", of: Shipment.today)])
    #expect(report.diagrams.map(\.refused) == [fleet.count])
    #expect(
      report.refusals.allSatisfy {
        $0.message.contains("state lost is gone") && $0.message.contains("restored(migrating:)")
      })
  }

  @Test func aDamagedSnapshotIsRefusedAndNoOther() throws {
    let fleet = try fleet(of: 50, seed: 1)
    let text = try temporary.text(of: "Shipment.snapshots.jsonl") ?? ""
    try temporary.write("{}\n" + text + "\n\ncut o", to: "Shipment.snapshots.jsonl")
    let report = try report(of: [Diagram("Shipment", of: Shipment.yesterday)])
    #expect(report.diagrams.map(\.refused) == [2])
    #expect(report.diagrams.map(\.accepted) == [2 * fleet.count])
    #expect(report.refusals.allSatisfy { $0.message.hasPrefix("it cannot be read as a snapshot") })
  }

  @Test func aTraceOfWhichNoLineCanBeReadIsRefused() throws {
    _ = try fleet(of: 3, seed: 1)
    let lines = try #require(try temporary.text(of: "app.jsonl")).split(separator: "\n")
    try temporary.write(lines.map { "info: \($0)\n" }.joined(), to: "app.jsonl")
    try FileManager.default.removeItem(
      atPath: temporary.folder.path(of: "Shipment.snapshots.jsonl"))
    let report = try report(of: [Diagram("Shipment", of: Shipment.yesterday)])
    #expect(!report.passed)
    #expect(report.text == "refused: \(lines.count) lines are no lines of a trace")
  }

  @Test func aMachineWithoutADiagramIsRefused() throws {
    _ = try fleet(of: 50, seed: 1)
    let trace = try temporary.text(of: "app.jsonl") ?? ""
    try temporary.write(
      trace
        + (trace.split(separator: "\n").first ?? "").replacing("Shipment", with: "Parcel"),
      to: "app.jsonl")
    let report = try report(of: [Diagram("Shipment", of: Shipment.yesterday)])
    #expect(!report.passed)
    #expect(report.unknownMachines == ["Parcel"])
    #expect(report.text.contains("refused: no diagram is named Parcel"))
  }

  // MARK: The command

  private enum Yesterday: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [Diagram("Shipment", of: Shipment.yesterday)]
  }
  private enum Strict: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [Diagram("Shipment", of: Shipment.strict)]
  }
  private enum OfAGraph: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [Diagram("Shipment", of: StateGraph(Shipment.yesterday))]
  }
  private enum NotCodable: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [Diagram("Shipment", of: Door.schema)]
  }
  private enum Renamed: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [Diagram("Parcel", of: Shipment.yesterday)]
  }

  private func check<Tool: DiagramTool>(_ tool: Tool.Type, histories: String) throws {
    let diagrams = TemporaryFolder()
    defer { withExtendedLifetime(diagrams) {} }
    for arguments in [["generate", "--format", "dot"], ["check", "--histories", histories]] {
      var command = try DiagramCommand<Tool>.parseAsRoot(
        arguments + ["--output", diagrams.folder.path])
      try command.run()
    }
  }

  @Test func theCommandEndsWithOneWhereAMachineIsRefused() throws {
    _ = try fleet(of: 50, seed: 1)
    try check(Yesterday.self, histories: temporary.folder.path)
    #expect(throws: ExitCode(1)) { try check(Strict.self, histories: temporary.folder.path) }
  }

  @Test func theCommandEndsWithTwoWhereNothingCanBeChecked() throws {
    #expect(throws: ExitCode(2)) { try check(Yesterday.self, histories: "/nowhere") }
    _ = try fleet(of: 50, seed: 1)
    #expect(throws: ExitCode(2)) { try check(OfAGraph.self, histories: temporary.folder.path) }
    #expect(throws: ExitCode(2)) { try check(NotCodable.self, histories: temporary.folder.path) }
    #expect(throws: ExitCode(2)) { try check(Renamed.self, histories: temporary.folder.path) }
  }
}

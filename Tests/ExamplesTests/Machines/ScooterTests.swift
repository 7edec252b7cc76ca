import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

@testable import Examples

@MainActor @Suite struct ScooterTests {
  private let scooter = Scooter()

  private func send(_ events: RentalEvent...) {
    for event in events { scooter.machine.handle(event) }
  }

  @Test func tripBeginsWhenTheScooterIsUnlocked() {
    send(.scan, .accept)
    #expect(scooter.machine.state == .unlocking(.releasing))
    send(.release)
    #expect(scooter.machine.state == .trip(Trip()))
  }

  @Test func tripIsAfterAPauseAsItWasBefore() {
    send(.scan, .accept, .release, .mount, .light, .shift, .cruise)
    let state = Trip(drive: .riding(Ride(gear: .sport, cruise: .on)), light: .on)
    #expect(scooter.machine.state == .trip(state))
    #expect(scooter.isShining)
    send(.pause)
    #expect(scooter.machine.state == .paused(last: state))
    #expect(!scooter.isShining)
    send(.resume)
    #expect(scooter.machine.state == .trip(state))
    #expect(scooter.isShining)
    send(.end)
    #expect(scooter.machine.state == .parked)
    #expect(scooter.fee == 250)
  }

  @Test func scooterIsDrawnWithRegionsTwoLevelsDeepAndAHistory() throws {
    let graph = StateGraph(Scooter.schema)
    #expect(graph.findings.isEmpty, "\(graph.findings)")
    #expect(
      graph.transitions.filter { $0.entry == .history }.map(\.description) == [
        "paused -> trip [H*]: resume / unlock wheels"
      ])
    #expect(
      graph.regions.map(\.identifier) == [
        "trip/drive", "trip/drive/riding/gear", "trip/drive/riding/cruise", "trip/light",
      ])
    #expect(graph.states.count == 14)
    #expect(graph.transitions.count == 21)
    let text = graph.dot()
    #expect(text.contains(#"label="H*""#))
    #expect(try StateGraph(dot: text) == graph)
  }

  /// A trace that begins during the pause doesn't say what the trip was.
  @Test func aTraceTellsWhichTripIsResumed() {
    let graph = StateGraph(Scooter.schema)
    let log = WalkLog(scooter.machine)
    send(.scan, .accept, .release, .mount, .shift, .pause, .resume)
    #expect(graph.violations(of: log.entries).isEmpty)
    #expect(graph.violations(of: log.entries.suffix(1)).isEmpty)

    let other = Scooter()
    let otherLog = WalkLog(other.machine)
    for event in [RentalEvent.scan, .accept, .release, .mount, .cruise, .pause, .resume] {
      other.machine.handle(event)
    }
    let forged = log.entries.dropLast() + otherLog.entries.suffix(1)
    #expect(graph.violations(of: forged).map(\.kind) == [.noStep])
    #expect(graph.violations(of: otherLog.entries).isEmpty)
  }

  @Test func scooterDoesWhatItsDiagramShows() async {
    for walk in StateGraph(Scooter.schema).walks() {
      await expectWalk(walk, of: Scooter.schema, on: ManualClock(), subject: { Scooter() })
    }
  }
}

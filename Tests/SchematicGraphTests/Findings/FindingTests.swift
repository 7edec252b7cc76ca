import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct FindingTests {
  private enum Lamp: CaseIterable, Graphable { case off, on, broken }
  private enum Press: CaseIterable, Graphable { case press, hold }

  private static let findings =
    StateGraph(initial: Lamp.off) { (lamp: Lamp, press: Press) in
      press == .hold ? nil : lamp == .off ? .on : .off
    }.findings

  @Test(arguments: findings)
  func findingsAreAllowedByKindAndByPlace(finding: GraphFinding) {
    #expect(AllowedFinding<Lamp, Press>.any(finding.kind).matches(finding))
    let allowed: [AllowedFinding<Lamp, Press>] = [
      .any(.unreachableState, in: .broken), .any(.unhandledEvent, on: .hold),
    ]
    #expect(allowed.filter { $0.matches(finding) }.map(\.description) == [finding.name])
    #expect(
      allowed.map(\.named) == [
        .any(.unreachableState, in: "broken"), .any(.unhandledEvent, on: "hold"),
      ])
    let others: [AllowedFinding<Lamp, Press>] = [
      .any(.unreachableState, in: .on), .any(.noWayOut, in: .broken),
      .any(.unhandledEvent, on: .press), .any(.noWayOut),
      .any(.payloadsDisagree, in: .broken, on: .hold),
    ]
    #expect(!others.contains { $0.matches(finding) })
  }

  @Test func findingsAreStoredWithAllTheirParts() throws {
    let findings =
      Self.findings + [
        GraphFinding(.valueBound, state: "on", "too many"),
        GraphFinding(.fewSamples, event: "press", "too few"),
      ]
    let stored = try JSONEncoder().encode(findings)
    #expect(try JSONDecoder().decode([GraphFinding].self, from: stored) == findings)
  }

  private enum Load: Graphable, Hashable {
    case idle, loading(Int)
    static var graphCases: [Load] { [.idle, .loading(0)] }
  }
  private enum Step: CaseIterable, Graphable { case next }

  @Test func internalTransitionThatLeavesItsCaseIsReported() throws {
    let graph = StateGraph(
      StateMachineSchema<Load, Step, Void>(initialState: .idle) { load, _ in
        switch load {
        case .idle: return .stay(as: .loading(1))
        case .loading: return .stay(as: .loading(1))
        }
      }
    )
    #expect(graph.lines == ["idle ⇢ loading: next", "loading ⇢ loading: next"])
    #expect(graph.findings.map(\.kind) == [.internalTransitionLeaves, .noWayOut])
    #expect(
      graph.findings.first?.description == """
        event next leaves state idle for loading by an internal transition; \
        answer `.to` if the case changes
        """
    )
  }

  @Test func counterWithoutABoundIsFollowedNoFurther() throws {
    let graph = StateGraph(
      StateMachineSchema<Load, Step, Void>(initialState: .idle) { load, _ in
        switch load {
        case .idle: return .to(.loading(1))
        case .loading(let part): return .stay(as: .loading(part + 1))
        }
      }
    )
    #expect(graph.lines == ["idle → loading: next", "loading ⇢ loading: next"])
    #expect(graph.findings.map(\.kind) == [.valueBound, .noWayOut])
    #expect(
      graph.findings.first?.description == """
        the rules reach more than 50 values of state loading, and those beyond were not \
        explored, because `loading` took 50 values; round what the state carries, or raise the bound \
        with `bounds: ExplorationBounds(values: 100)`
        """
    )
  }

  private enum Clock: Graphable {
    case at(Double)
    static var graphCases: [Clock] { [.at(0)] }
  }

  @Test(arguments: [1, Double.nan])
  func valuesThatAreNotHashableAreFollowedNoFurther(start: Double) {
    let graph = StateGraph(
      StateMachineSchema<Clock, Step, Void>(initialState: .at(start)) { clock, _ in
        switch clock {
        case .at(let time): return .to(.at(time + 1))
        }
      }
    )
    #expect(graph.lines == ["at → at: next"])
    #expect(graph.findingLines == ["value bound met: at"])
  }

  /// A value of which reflection tells nothing.
  private struct Sealed: Graphable, Hashable, CustomReflectable {
    let number: Int
    var casePath: [String] { ["sealed"] }
    var customMirror: Mirror { Mirror(self, children: []) }
    static var graphCases: [Sealed] { [] }
  }

  @Test func conditionThatTheDiagramTellsIsNotReported() {
    let graph = StateGraph(initial: Load.loading(1), events: Step.allCases) { load, _ in
      guard case .loading(1) = load else { return nil }
      return .loading(0)
    }
    #expect(graph.transitions.map(\.guard) == ["loading = 1"])
    #expect(!graph.findings.contains { $0.kind == .payloadsDisagree })
  }

  @Test func valuesThatLookTheSameAndBehaveDifferentlyAreReported() {
    let sealed = [Sealed(number: 0), Sealed(number: 1)]
    let state = StateGraph(initial: sealed[0], events: Step.allCases) { state, _ in
      state.number == 0 ? sealed[1] : nil
    }
    #expect(state.findings.map(\.name).contains("payload values disagree: sealed, next"))
    let event = StateGraph(initial: Step.next, events: sealed) { step, event in
      event.number == 0 ? step : nil
    }
    #expect(event.findings.map(\.name).contains("payload values disagree: next, sealed"))
  }

  @Test func everyFindingSaysWhatToDo() {
    let still = StateGraph(initial: Lamp.off) { (_: Lamp, _: Press) in nil }
    let endless = StateGraph(initial: Lamp.off, isFinal: { $0 == .broken }) {
      (lamp: Lamp, _: Press) in lamp == .broken ? nil : lamp == .off ? .on : .off
    }
    let stuck = StateGraph(initial: Lamp.off) { (lamp: Lamp, _: Press) in .on }
    let findings = Self.findings + [still, endless, stuck].flatMap(\.findings)
    #expect(
      Set(findings.map(\.kind)) == [
        .unreachableState, .unhandledEvent, .handlesNothing, .noWayToFinalState, .noWayOut,
      ])
    for finding in findings { #expect(finding.description.contains("; "), "\(finding)") }
  }

  @Test func stateThatNobodyDeclaredIsReported() {
    let graph = StateGraph(initial: Seen.seen, events: Step.allCases) { state, _ in
      state == .seen ? .unseen : .seen
    }
    #expect(graph.findings.map(\.kind) == [.undeclaredState])
    #expect(
      graph.findings.first?.description == """
        state unseen is reached by the rules, but no declared case stands for it; \
        add one to `graphCases`
        """
    )
  }

  private enum Seen: Graphable {
    case seen, unseen
    static var graphCases: [Seen] { [.seen] }
  }

  @Test func rejectionsKeepTheirReasonIfTheyHaveOne() {
    let graph = StateGraph(
      StateMachineSchema<Load, Step, Void>(initialState: .idle) { load, _ in
        switch load {
        case .idle: return .rejected
        case .loading: return .rejected("busy")
        }
      }
    )
    #expect(graph.transitions.isEmpty)
    #expect(
      graph.rejections == [
        .init(state: "idle", event: "next"),
        .init(state: "loading", event: "next", reason: "busy"),
      ]
    )
    #expect(
      graph.findingLines == [
        "handles nothing: idle", "unreachable state: loading", "handles nothing: loading",
        "unhandled event: next",
      ]
    )
  }
}

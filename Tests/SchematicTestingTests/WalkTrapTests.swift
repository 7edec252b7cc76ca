import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
@testable import SchematicTesting
import Testing

// Only these systems have tests of what ends a process.
#if os(Linux) || os(macOS)
  /// Walks that end the process.
  @Suite struct WalkTrapTests {
    private enum State: CaseIterable, Graphable { case empty, full }
    private enum Event: Graphable {
      case add, take, late

      /// What is late, only a timeout sends.
      static var graphCases: [Event] { [.add, .take] }
    }

    /// A queue that can be emptied twice.
    private final class Queue {
      var items = 0
      var isPrepared = true
      init(items: Int = 0) {
        precondition(items >= 0, "no such queue")
        self.items = items
      }

      static let schema = StateMachineSchema<State, Event, Queue>(initialState: .empty) {
        state, event in
        switch event {
        case .add: return state == .empty ? .to(.full, "add") { $0.items += 1 } : .ignored
        case .take:
          return state == .empty
            ? .ignored
            : .to(.empty, "take") {
              precondition($0.items > 1, "nothing is left")
              $0.items -= 1
            }
        case .late: return .ignored
        }
      }
    }

    private static let step = "step 2 of 2 of a walk, full -> empty: take / take"
    private static let before = "; the events before: add\n"

    /// Returns what a process has written to standard error.
    private func log(of run: ExitTest.Result?) -> String {
      String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
    }

    private static var walk: Walk { StateGraph(Queue.schema).tours()[0] }

    @Test func aTrapInAnActionIsWrittenWithItsStep() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        expectWalk(Self.walk, of: Queue.schema, subject: { Queue() })
      }
      let words = log(of: run)
      #expect(words.contains("nothing is left"))
      #expect(words.contains("the process ends in \(Self.step) ("))
      #expect(words.contains("WalkTrapTests.swift:"))
      #expect(words.contains(Self.before))
      #expect(!words.contains("step 1"))
    }

    @Test func aTrapIsWrittenWithThePurposeOfItsWalk() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        for walk in StateGraph(Queue.schema).walks() {
          expectWalk(walk, of: Queue.schema, subject: { Queue() })
        }
      }
      #expect(
        log(of: run).contains(
          "the process ends in step 2 of 2 of the walk \"full: take\", full -> empty: take / take ("
        ))
    }

    @Test func aTrapInThePreparationOfAStepIsWrittenWithThatStep() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        expectWalk(Self.walk, of: Queue.schema, subject: { Queue() }) { step, _ in
          precondition(step.event != .take, "can't be prepared")
        }
      }
      let words = log(of: run)
      #expect(words.contains("the process ends in \(Self.step) ("))
    }

    @Test func aTrapBeforeTheFirstStepIsWrittenWithTheWalk() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        expectWalk(Self.walk, of: Queue.schema, subject: { Queue(items: -1) })
      }
      let words = log(of: run)
      #expect(
        words.contains("the process ends before step 1 of 2 of a walk\n"))
    }

    @Test func aTrapOfAnotherSystemIsWrittenWithItsStep() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        expectWalk(
          Self.walk, in: StateGraph(Queue.schema), system: { Queue() },
          send: { queue, step in
            precondition(step.event != "take", "nothing is left")
            queue.items += 1
          },
          state: { $0.items == 0 ? "empty" : "full" })
      }
      let words = log(of: run)
      #expect(words.contains("the process ends in \(Self.step) ("))
    }

    private actor Store {
      var items = 0
      func add() { items += 1 }
      func take() { preconditionFailure("nothing is left") }
    }

    @MainActor @Test func aTrapInAnotherThreadIsWrittenWithItsStep() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await { @MainActor in
          await expectWalk(
            Self.walk, in: StateGraph(Queue.schema), system: { Store() },
            send: { store, step in
              if step.event == "add" { await store.add() } else { await store.take() }
            },
            state: { await $0.items == 0 ? "empty" : "full" })
        }()
      }
      let words = log(of: run)
      #expect(words.contains("the process ends in \(Self.step) ("))
    }

    @Test func aTrapInAnActionOfATimeoutIsWrittenWithItsStep() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await { @MainActor in
          let schema = StateMachineSchema<State, Event, Queue>(
            initialState: .empty, on: MainActor.self
          ) { state, event in
            switch (state, event) {
            case (.empty, .add): return .to(.full)
            case (.full, .late): return .to(.empty, "take") { _ in fatalError("nothing is left") }
            default: return .ignored
            }
          }
          .states(on: MainActor.self) { $0 == .full ? .after(.seconds(5), send: .late) : .none }
          await expectWalk(
            StateGraph(schema).tours()[0], of: schema, on: ManualClock(), subject: { Queue() })
        }()
      }
      let words = log(of: run)
      #expect(words.contains("in step 2 of 2 of a walk, full -> empty: after 5 s / take ("))
    }

    @Test func aTrapAfterAWalkIsNotWrittenAsOneOfItsSteps() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        expectWalk(Self.walk, of: Queue.schema, subject: { Queue(items: 1) })
        fatalError("afterwards")
      }
      let words = log(of: run)
      #expect(words.contains("afterwards"))
      #expect(!words.contains("the process ends in"))
    }

    @Test func aTrapInARandomRunIsWrittenWithItsStepAndSeed() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        expectRandomRuns(
          seed: 7, machine: { StateMachine(schema: Queue.schema, owning: Queue(items: 0)) })
      }
      let words = log(of: run)
      #expect(words.contains("nothing is left"))
      let sentence = #/the process ends in step \d+ of a random run, full: \.take; /#
      #expect(words.contains(sentence))
      #expect(words.contains("`seed: 7` repeats it; the events before: "))
    }

    @Test func aTrapWhileARunIsShrunkIsWrittenWithItsFailure() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var hasFailed = false
        expectRandomRuns(
          seed: 7, machine: { StateMachine(schema: Queue.schema, owning: Queue()) },
          invariant: { machine in
            precondition(!hasFailed, "shrunk")
            hasFailed = machine.state == .full
            return !hasFailed
          })
      }
      let words = log(of: run)
      #expect(words.contains("the process ends while it shrinks a random run that fails"))
    }

    @Test func anAnnouncementNamesTheLastTenEvents() {
      let add = StateGraph(Queue.schema).transitions[0]
      let steps = (0..<12).map { _ in Walk.Step(add) }
      let begin = "the process ends in step 12 of 12 of a walk, empty -> full: add / add"
      let events = Array(repeating: "add", count: 10).joined(separator: ", ")
      let sentence = StepAnnouncement.sentence(about: 11, of: steps, "a walk")
      #expect(sentence.hasPrefix(begin))
      #expect(sentence.hasSuffix("; the events before: …, \(events)"))
    }
  }
#endif

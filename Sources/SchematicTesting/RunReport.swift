import SchematicGraph
import SchematicTraces
import Testing

/// The text of the issue for a random run that failed.
package struct RunReport<Event: Graphable>: CustomStringConvertible {
  /// The failure of the shortest run that was found.
  let failure: RunFailure<Event>
  /// The number of events of the run before it was shrunk.
  let originalLength: Int
  /// The seed of the run.
  package let seed: UInt64
  /// A Boolean value that indicates whether the test passes a diagram to compare with.
  let hasGraph: Bool
  let sourceLocation: SourceLocation

  /// The failure, the call that repeats it, the run in the diagram's words, and the run as code.
  package var description: String {
    if case .machine(let words) = failure.cause { return "no random run begins: \(words)" }
    let count = failure.events.count
    let place =
      failure.events.last.map { "step \(count), \($0.eventLabel) in \(failure.places[count - 1])" }
    return """
      a random run fails at \(place ?? "the start"): \(failure.found)
      `seed: \(seed)` repeats it: expectRandomRuns(1, seed: \(seed), …) at \(sourceLocation.fileID):\(sourceLocation.line)
      \(walk)
      the same as Swift, with `machine`\(names) as in the call:
      \(code.map { "  \($0)" }.joined(separator: "\n"))
      """
  }

  /// The events of the run.
  package var events: [Event] { failure.events }

  private var isInvariant: Bool { if case .invariant = failure.cause { true } else { false } }

  /// The names that the code takes from the call, besides the machine.
  private var names: String { isInvariant ? " and `invariant`" : hasGraph ? " and `graph`" : "" }

  /// The steps of the run, with an arrow at the last one, which fails.
  private var walk: String {
    let steps = failure.entries.dropFirst().filter { $0.step?.outcome != .queued }
    guard !steps.isEmpty else { return "no event was sent" }
    let width = "\(steps.count)".count
    let lines = steps.enumerated().map { index, entry in
      let number = "\(index + 1)"
      let indentation = String(repeating: " ", count: width - number.count)
      let isLast = index == steps.count - 1
      // If the diagram doesn't show the step, the report's first sentence already has the line.
      let place = isLast && isInvariant ? failure.place : ""
      return "\(isLast ? ">" : " ") \(indentation)\(number)  \(entry.words)\(place)"
    }
    return ([title] + lines).joined(separator: "\n")
  }

  private var title: String {
    originalLength > failure.events.count
      ? "shortest failing run found, of \(originalLength) events:" : "the run:"
  }

  /// The run as statements, to be kept as a test.
  package var code: [String] {
    let sends = failure.events.map(statement)
    return isInvariant
      ? sends + ["#expect(try invariant(machine))"]
      : ["expectSteps(of: machine\(hasGraph ? ", in: graph" : ""))"] + sends
  }

  private func statement(sending event: Event) -> String {
    if let code = SwiftSource.text(of: event) { return "machine.handle(\(code))" }
    let identity = ValueTree(event).identity
    let sample = Event.graphCases.firstIndex { ValueTree($0).identity == identity }
    if let sample, let type = SwiftSource.name(of: Event.self) {
      return
        "machine.handle(\(type).graphCases[\(sample)])  // \(LogText.escaped(event.eventLabel))"
    }
    let words = "\(event)".split(whereSeparator: \.isNewline).joined(separator: " ")
    return "// Reflection can't write this event, `seed: \(seed)` sends it: \(words)"
  }

  /// Records the report as an issue of the current test.
  func record() {
    Issue.record(Comment(rawValue: description), sourceLocation: sourceLocation)
  }
}

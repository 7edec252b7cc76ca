import SchematicGraph
import Testing

/// What a test says of a walk that failed.
struct WalkReport: CustomStringConvertible {
  let graph: StateGraph
  let mishap: WalkMishap

  /// What was expected and found, the events that lead there, and the diagram around them.
  var description: String {
    let walk = mishap.walk
    let place = walk.steps.last.map { "step \(walk.steps.count), \($0)" } ?? "the start"
    return """
      the walk fails at \(place): \(mishap.found)
      shortest failing walk found: \(walk.events.isEmpty ? "no event" : walk.events.joined(separator: ", "))
      \(diagram)
      """
  }

  /// Records the report as an issue of the current test, with the diagram as an attachment.
  func record(at sourceLocation: SourceLocation) {
    let dot = graph.dot(marking: mishap.walk, at: mishap.walk.steps.count - 1)
    Attachment.record(dot, named: "walk.dot", sourceLocation: sourceLocation)
    Issue.record(Comment(rawValue: description), sourceLocation: sourceLocation)
  }

  /// The states on the walk, with what each event does there: the number of each step before what it
  /// took, and an arrow before the one that failed.
  private var diagram: String {
    let steps = mishap.walk.steps
    let numbers = Dictionary(grouping: steps.indices) { steps[$0] }
    let passed = Set([mishap.walk.start] + steps.map(\.source))
    let rows = graph.states.filter { passed.contains($0.identifier) }.flatMap { state in
      graph.transitions.filter { $0.source == state.identifier }.map { transition in
        (numbers[Walk.Step(transition), default: []], transition.description)
      }
        + graph.rejections.filter { $0.state == state.identifier }.map { rejection in
          (numbers[Walk.Step(rejection), default: []], rejection.description)
        }
    }
    let marks = rows.map { taken, _ in taken.map { "\($0 + 1)" }.joined(separator: ",") }
    let width = marks.map(\.count).max() ?? 0
    return zip(marks, rows).map { mark, row in
      let arrow = row.0.contains(steps.count - 1) ? ">" : " "
      return "\(arrow) \(String(repeating: " ", count: width - mark.count))\(mark)  \(row.1)"
    }.joined(separator: "\n")
  }
}

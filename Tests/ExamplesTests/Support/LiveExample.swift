import Schematic
import SchematicGraph

/// A machine at work and the diagram of its rules.
@MainActor
struct LiveExample {
  /// Everything that the machine and its subject hold, as text.
  var text: String { read() }
  /// Draws the rules that the machine follows.
  let draw: () -> StateGraph

  private let read: () -> String

  /// Creates a machine for a subject and lets it handle some events.
  init<State: Graphable, Event: Graphable, Subject: AnyObject>(
    _ schema: StateMachineSchema<State, Event, Subject>,
    _ subject: Subject,
    after events: Event...
  ) {
    let machine = StateMachine(schema: schema, subject: subject)
    for event in events { machine.handle(event) }
    draw = { StateGraph(machine.schema) }
    read = {
      var text = "\(machine.state)\n"
      dump(subject, to: &text)
      return text
    }
  }
}

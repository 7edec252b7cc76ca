import Schematic
import Workloads

/// The costs of making and keeping the machines of one workload, and their schema.
package struct Size: Sendable {
  /// The name of the workload.
  package let name: String
  /// The size of a state in bytes, which depends on the program's type.
  package let stateBytes: Int
  /// Makes machines with one schema and one subject, which they hold weakly.
  package let make: @Sendable (_ count: Int) -> [AnyObject]
  /// Makes schemas, one after the other.
  package let makeSchemas: @Sendable (_ count: Int) -> Void
  /// Makes a schema and machines with it, and returns a function for each, which handles random events.
  package let makePasses: @Sendable (_ count: Int) -> [() -> Void]

  /// The costs of every workload.
  package static let all = [
    size("screen") { ScreenRules.makeSchema() },
    size("CD player") { CDPlayerRules.makeSchema() },
    size("ring") { RingRules.makeSchema() },
    size("download") { DownloadRules.makeSchema() },
    size("HTTP/2 stream") { HTTP2Rules.makeSchema() },
    size("PPP") { PPPRules.makeSchema() },
  ]

  private static func size<
    State, Event: EventSource, Subject: Workloads.Subject & SendableMetatype
  >(
    _ name: String,
    _ makeSchema: @escaping @Sendable () -> StateMachineSchema<State, Event, Subject>
  ) -> Size {
    Size(
      name: name, stateBytes: MemoryLayout<State>.size,
      make: { count in
        let (schema, subject) = (makeSchema(), Subject())
        return (0..<count).map { _ in StateMachine(schema: schema, subject: subject) }
      },
      makeSchemas: { count in
        for _ in 0..<count { withExtendedLifetime(makeSchema()) {} }
      },
      makePasses: { count in
        let schema = makeSchema()
        let events: [Event] = Stream.random.events()
        return (0..<count).map { _ in
          let machine = StateMachine(schema: schema, owning: Subject())
          return { _ = machine.drive(events) }
        }
      })
  }
}

import Schematic
import Workloads

/// What the machines of one workload cost to make and to keep.
package struct Size: Sendable {
  /// The name of the workload.
  package let name: String
  /// The size of a state, which is the program's own.
  package let stateBytes: Int
  /// Makes machines over one schema, all of them with one subject that they hold weakly.
  package let make: @Sendable (_ count: Int) -> [AnyObject]

  /// Every workload.
  package static let all = [
    size("screen", ScreenRules.schema), size("CD player", CDPlayerRules.schema),
    size("ring", RingRules.schema), size("download", DownloadRules.schema),
    size("HTTP/2 stream", HTTP2Rules.schema), size("PPP", PPPRules.schema),
  ]

  private static func size<State: Sendable, Event, Subject: Workloads.Subject & SendableMetatype>(
    _ name: String, _ schema: StateMachineSchema<State, Event, Subject>
  ) -> Size {
    Size(name: name, stateBytes: MemoryLayout<State>.size) { count in
      let subject = Subject()
      return (0..<count).map { _ in StateMachine(schema: schema, subject: subject) }
    }
  }
}

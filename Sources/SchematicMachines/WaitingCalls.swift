import Schematic
import SchematicCases
import SchematicGraph

/// The calls that wait after a step: the machine's own, and those of its services.
struct WaitingCalls: WaitingWork {
  /// The names of the machine's own calls, the first one to begin first.
  let calls: [String]
  /// The calls of services that wait for a step.
  let open: [ServiceCalls.Open]
  /// The names of the services' calls that a step can end.
  let replies: [String]

  var identity: AnyHashable? {
    guard !calls.isEmpty || !open.isEmpty else { return nil }
    return [
      calls.uniqued().sorted(), [calls.first, calls.last],
      open.stablySorted(by: \.name).map { [$0.name, $0.caller?.text, "\($0.length)"] },
    ] as [AnyHashable?]
  }

  var fields: [PayloadField] {
    let names = calls.uniqued().sorted()
    let own = [
      ("calls that wait", names.isEmpty ? nil : names.joined(separator: " and ")),
      ("first call that waits", calls.first), ("last call that waits", calls.last),
    ].compactMap { name, text in text.map { PayloadField.history(name, $0) } }
    return Self.fields(of: open, among: replies) + own
  }

  func allows(_ event: any Graphable) -> Bool {
    (event as? StepCall)?.reply.map { open.contains(where: $0.ends) } ?? true
  }

  func leavesOther(_ event: any Graphable, to later: any WaitingWork) -> Bool {
    guard let reply = (event as? StepCall)?.reply,
      let ended = open.first(where: reply.ends), let caller = ended.caller,
      let later = later as? WaitingCalls
    else { return false }
    return later.open.count < open.count
      && later.open.contains { $0.name != ended.name && $0.caller?.text == caller.text }
  }

  /// Returns what conditions may say about calls that wait, for each call that a step can end.
  private static func fields(
    of open: [ServiceCalls.Open], among replies: [String]
  ) -> [PayloadField] {
    replies.flatMap { name in
      let calls = open.filter { $0.name == name }
      let caller = calls.first?.caller
      let length = name == ServiceCalls.sleep ? calls.first?.length.text : nil
      // Of two that decide the same, a condition names the first one.
      let fields: [(String, PayloadField.Value)] = [
        ("\(name) waits", .bool(!calls.isEmpty)),
        ("another \(name) waits", .bool(calls.count > 1)),
        ("caller of \(name)", caller.map { .told($0.name) } ?? .none),
        ("origin of \(name)", caller.map { .told($0.text) } ?? .none),
        ("length of \(name)", length.map { .told($0) } ?? .none),
      ]
      return fields.map { PayloadField(name: $0, value: $1, origin: .history) }
    }
  }
}

import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Porch {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.light) }) { makeMachine() },
      steps: [
        .step("call", with: ["", "a"] as [Guest.ID], named: "guest") { $0.call($1) },
        .step("look") { $0.look() },
        .step("enter", with: ["", "a", "aaaa"], named: "code") { $0.enter(code: $1) },
        .returns("find"),
      ],
      options: .init(cases: ["dark", "bright"]))
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Porch {
    let machine = Porch(book: GuestBookStandIn())
    machine.delegate = StandIn.kept(PorchDelegateStandIn())
    return machine
  }
}

/// Stands in for a service, and tries each of its answers.
private final class PorchDelegateStandIn: PorchDelegate, @unchecked Sendable {
  func porch(_ porch: Porch, didOpenFor guest: Int) {
    StandIn.call("didOpenFor")
  }
  func porch(_ porch: Porch, didRefuse guest: Int) {
    StandIn.call("didRefuse")
  }
  func porchMayOpen(_ porch: Porch) -> Bool {
    StandIn.answer("porchMayOpen", [false, true])
  }
}

/// Stands in for a service, and tries each of its answers.
private final class GuestBookStandIn: GuestBook, @unchecked Sendable {
  func find(_ name: String, then completion: @escaping Found) {
    StandIn.reply(
      "find",
      [(Guest(fullName: "a", isChild: true), nil), (nil, CancellationError())]
        as [(Guest?, (any Error)?)]
    ) { completion($0.0, $0.1) }
  }
}

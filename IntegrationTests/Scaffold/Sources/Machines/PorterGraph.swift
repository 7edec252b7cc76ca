import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Porter<IssuerStandIn> {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "content.value.phase") }) {
        Porter<IssuerStandIn>(office: IssuerStandIn())
      },
      steps: [
        .step("show", with: stampSamples) { $0.show($1) },
        .step("enter") { $0.enter() },
        .step(
          "set pass", with: [nil, PaperStandIn()] as [Porter<IssuerStandIn>.Pass?], named: "pass"
        ) {
          $0.pass = $1
        },
        .returns("renew"),
      ],
      options: .init(cases: ["waiting", "renewing", "refused"]))
  }

  private static var stampSamples: [Stamp] { [.void(), .valid(in: 1)] }
}

/// Stands in for a service, and tries each of its answers.
final class PaperStandIn: Paper, @unchecked Sendable {
  var isExpired: Bool {
    StandIn.answer("isExpired", [false, true])
  }
}

/// Stands in for a service, and tries each of its answers.
final class IssuerStandIn: Issuer, @unchecked Sendable {
  typealias Pass = PaperStandIn
  static var isOpen: Bool {
    StandIn.answer("isOpen", [false, true])
  }
  init(address: String) {}
  func renew(_ pass: Pass, completion: @escaping (Result<Pass, any Error>) -> Void) {
    StandIn.reply(
      "renew", [.success(PaperStandIn()), .failure(StandIn.Failure())]
    ) { completion($0) }
  }
  init() {}
  static func == (first: IssuerStandIn, second: IssuerStandIn) -> Bool { first === second }
  func hash(into hasher: inout Hasher) {}
}

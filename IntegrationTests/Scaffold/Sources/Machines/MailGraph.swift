import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Mail {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Mail(connectionID: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!)) {
        ReflectedState(of: $0)
      },
      steps: [
        .step("send", with: sendArguments) { $0.send($1.id, at: $1.time) },
        .step("receive", with: responseSamples, named: "response") { $0.receive($1) },
        .step("finish") { $0.finish() },
        .step("append", with: moreSamples, named: "more") { $0.append($1) },
        .step("stampTimedOut", with: stampSamples) { $0.stampTimedOut($1) },
      ],
      options: .init(
        isFinal: { ["finished"].contains($0.casePath[0]) },
        ignoring: [
          "waiting",
          "connectionID",
          .contents(of: "lastActive"),
          "time",
          .contents(of: "bytes"),
        ],
        cases: ["idle", "waiting", "finished"]))
    // For the traps that others can reach, in the list of diagrams: graph.within(
    //   .only("stampTimedOut", after: "startStampTimer"))
  }

  private static var sendArguments: [(id: UUID, time: Date)] {
    ([UUID(uuidString: "00000000-0000-0000-0000-000000000001")!] as [UUID]).flatMap { id in
      ([Date(timeIntervalSince1970: 0)] as [Date]).map { time in (id: id, time: time) }
    }
  }

  private static var responseSamples: [Mail.Response] {
    [
      .done(.text("", isLast: false)),
      .refused(.init(content: .text("", isLast: false))),
      .failed(code: 0, isFatal: false, flag: .seen),
      .done(.flags([])),
      .refused(.init(content: .flags([]))),
      .failed(code: 0, isFatal: false, flag: .answered),
      .done(.forwarded(.init(content: .text("", isLast: false)))),
      .refused(.init(content: .forwarded(.init(content: .text("", isLast: false))))),
      .failed(code: 0, isFatal: true, flag: .seen),
      .done(.text("", isLast: true)),
      .refused(.init(content: .text("", isLast: true))),
      .failed(code: 0, isFatal: true, flag: .answered),
      .done(.flags([.seen])),
      .refused(.init(content: .flags([.seen]))),
      .failed(code: 1, isFatal: false, flag: .seen),
      .done(.forwarded(.init(content: .flags([])))),
      .refused(.init(content: .forwarded(.init(content: .flags([]))))),
      .failed(code: 1, isFatal: false, flag: .answered),
      .done(.text("a", isLast: false)),
    ]
  }

  private static var moreSamples: [[UInt8]] { [[], [0], [1], [2]] }

  private static var stampSamples: [Mail.Stamp] { [.init(time: Date(timeIntervalSince1970: 0))] }
}

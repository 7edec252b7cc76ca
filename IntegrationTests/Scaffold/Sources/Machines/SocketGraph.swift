import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Socket {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Socket()) { ReflectedState(of: $0) },
      steps: [
        .step("connect", with: [0, 1], named: "attempt") { try $0.connect(attempt: $1) },
        .step("connected") { $0.connected() },
        .step("receive", with: frameSamples, named: "frame") { $0.receive($1) },
        .step("write", with: writeArguments) { $0.write($1.bytes, flushing: $1.isFlushed) },
        .step("drain", with: [[], [0]] as [[UInt8]], named: "bytes") { machine, arguments in
          var bytes = arguments
          return machine.drain(into: &bytes)
        },
        .step("close(_:then:)", with: Socket.Code.allCases, named: "code") {
          $0.close($1, then: { _ in StandIn.call("work") })
        },
        .step(
          "close(because:)", with: [nil, CancellationError()] as [(any Error)?], named: "error"
        ) {
          $0.close(because: $1)
        },
        .step("expire", with: deadlineSamples) { $0.expire($1) },
      ],
      options: .init(
        ignoring: [.contents(of: "buffer")],
        cases: ["idle", "connecting", "open", "closed"]))
    // If nothing happens afterwards, first in options: isFinal: { ["closed"].contains($0.casePath[0]) }
  }

  private static var writeArguments: [(bytes: [UInt8], isFlushed: Bool)] {
    ([[], [0]] as [[UInt8]]).flatMap { bytes in
      [false, true].map { isFlushed in (bytes: bytes, isFlushed: isFlushed) }
    }
  }

  private static var frameSamples: [Socket.Frame] {
    [
      .data([]),
      .ping(isFinal: false),
      .close(nil),
      .data([0]),
      .ping(isFinal: true),
      .close(.normal),
      .close(.gone),
    ]
  }

  // Write one or more here. Until then, not tried: expire.
  private static var deadlineSamples: [Socket.Deadline] { [] }
}

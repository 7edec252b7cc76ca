import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Schematic
import ServiceLifecycleTestKit
import Testing
import Tracing

@testable import Parcels

/// What the article about logs, metrics and traces shows does what it says.
@Suite struct RecipeTests {
  private let lines = InMemoryLogHandler()
  private let metrics = TestMetrics()
  private let tracer = InMemoryTracer(idGenerator: .incrementing)

  private var logger: Logger { Logger(label: "parcels") { [lines] _ in lines } }

  private func parcel() async -> Parcel {
    await Parcel(log: logger, metrics: metrics, tracer: tracer)
  }

  @Test func aLineNamesWhatTheDiagramNames() async throws {
    let parcel = await parcel()
    try await parcel.handle(.send)
    await #expect(throws: RejectedEventError.self) { try await parcel.handle(.send) }
    #expect(lines.entries.map { "\($0.message)" } == ["send: moved", "send: rejected"])
    #expect(lines.entries.map(\.level) == [.info, .notice])
    #expect(
      lines.entries.map(\.metadata) == [
        ["before": "packed", "after": "sent", "action": "hand over"],
        ["before": "sent", "after": "sent", "action": "none"],
      ])
  }

  @Test func aCounterHasTheStateTheEventAndTheOutcome() async throws {
    for _ in 1...3 {
      let parcel = await parcel()
      try await parcel.handle(.send)
      try? await parcel.handle(.send)
    }
    for (state, outcome) in [("packed", "moved"), ("sent", "rejected")] {
      let total = metrics.counterTotal(
        label: "parcel_events",
        dimensions: [("event", "send"), ("state", state), ("outcome", outcome)])
      #expect(total == 3)
    }
    #expect(metrics.counters.count == 2)
  }

  @Test func aSpanHasTheStatesAndTheErrorAndWhatAStateDoesIsInside() async throws {
    let parcel = await parcel()
    try await parcel.handle(.send)
    try await parcel.settle()
    try? await parcel.handle(.send)
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["parcel send", "tell customer", "parcel send"])
    #expect(spans[0].attributes.get("parcel.after") == .string("sent"))
    #expect(spans[1].parentSpanID == spans[0].spanID)
    #expect(spans[0].errors.isEmpty)
    #expect(spans[2].errors.count == 1)
  }

  @Test func aServiceEndsWhatItBeganAndTakesNothingNew() async throws {
    let parcel = await parcel()
    let (events, source) = AsyncStream.makeStream(of: ParcelEvent.self)
    let service = ParcelService(parcel: parcel, events: events, logger: logger)
    try await testGracefulShutdown { shutdown in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await service.run() }
        source.yield(.send)
        while await parcel.state == .packed { await Task.yield() }
        shutdown.triggerGracefulShutdown()
        try await group.waitForAll()
      }
    }
    source.yield(.arrive)
    #expect(await parcel.state == .sent)
    #expect(tracer.finishedSpans.map(\.operationName) == ["parcel send", "tell customer"])
  }
}

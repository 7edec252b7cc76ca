import Logging
import ServiceLifecycle

/// A service that handles events until the server shuts down, and then lets running work end.
struct ParcelService: Service {
  let parcel: Parcel
  let events: AsyncStream<ParcelEvent>
  let logger: Logger

  func run() async throws {
    for await event in events.cancelOnGracefulShutdown() {
      do {
        try await parcel.handle(event)
      } catch {
        logger.notice("refused: \(error)")
      }
    }
    // Nothing new is taken; what a state began ends first.
    try await parcel.settle()
  }
}

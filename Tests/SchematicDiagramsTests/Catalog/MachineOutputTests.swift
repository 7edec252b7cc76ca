import Foundation
import SchematicGraph
import Synchronization
import Testing

@testable import SchematicDiagrams

/// What a command does to the streams of a program that it is a part of: nothing.
@MainActor @Suite struct MachineOutputTests {
  /// A thread that reads a stream has its lock until something arrives.
  @Test func diagramsAreExploredWhileAnotherThreadReadsAStream() throws {
    let pipe = Pipe()
    let source = pipe.fileHandleForReading.fileDescriptor
    let isRead = Mutex(false)
    let reader = Thread {
      let stream = fdopen(dup(source), "r")
      getc(stream)
      isRead.withLock { $0 = true }
      fclose(stream)
    }
    reader.start()
    // The thread has the lock once it sleeps in its call.
    Thread.sleep(forTimeInterval: 0.1)
    // Whoever waits for the stream would wait for ever, and so would this test.
    let isGivenUp = Mutex(false)
    let rescuer = Thread {
      sleep(60)
      guard !isRead.withLock({ $0 }) else { return }
      isGivenUp.withLock { $0 = true }
      try? pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    }
    rescuer.start()
    let graph = try Door.catalog.explored().diagrams[0].graph
    #expect(graph == StateGraph(Door.schema))
    #expect(!isGivenUp.withLock { $0 })
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
  }
}

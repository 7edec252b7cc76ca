/// How many transitions a sequence dropped at its end: told once, and then known for good.
struct SequenceEnd: Sendable {
  private let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func tell(_ dropped: Int) {
    continuation.yield(dropped)
  }

  /// The number, as soon as it is told; `nil` once a task that waited was cancelled.
  var dropped: Int? {
    get async {
      var iterator = stream.makeAsyncIterator()
      guard let dropped = await iterator.next() else { return nil }
      // Taken out by asking, and put back for whoever asks next.
      continuation.yield(dropped)
      return dropped
    }
  }
}

import Testing

@testable import Schematic

@Suite struct EventQueueTests {
  /// A run in which something always waits, so that the queue is never empty.
  @Test(arguments: [1, 2, 7, 100])
  func queueHoldsNoMoreThanWaitsHoweverLongARunIs(waiting: Int) {
    var queue = EventQueue<Int>()
    var most = 0
    for number in 0..<10_000 {
      let entry = EventQueue.Entry(event: number, activity: nil)
      #expect(queue.append(entry, named: nil, bound: .max) == nil)
      most = max(most, queue.places.count)
      if number >= waiting { #expect(queue.takeFirst()?.event == number - waiting) }
    }
    #expect(most <= 4 * (waiting + 1))
  }
}

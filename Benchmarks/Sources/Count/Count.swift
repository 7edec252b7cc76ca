import CProbe
import Comparisons
import Machines

/// Counts what does not depend on how busy the machine is: allocations, bytes and, under callgrind,
/// instructions.
///
/// Prints a line for each figure, with tabs between its parts; instructions are written by
/// callgrind itself.
@main
enum Count {
  /// The number of events that are counted on each side, after as many to warm up.
  private static let length = 4_096

  static func main() {
    precondition(probe_counts_allocations(), "allocations are counted on Linux only")
    for comparison in Comparison.all { count(comparison) }
    if !probe_counts_instructions() {
      for size in Size.all { count(size) }
    }
  }

  private static func count(_ comparison: Comparison) {
    let pair = comparison.pair(length: length)
    for (side, pass) in [("baseline", pair.baseline), ("machine", pair.machine)] {
      let name = "\(comparison.name)\t\(side)\t\(pair.count)"
      probe_begin_counting()
      probe_forget_instructions()
      let sum = pass()
      let heap = probe_end_counting()
      // Callgrind is handed the name as it is; making it costs instructions that are not counted.
      name.withCString(probe_write_instructions)
      precondition(sum != 0, "\(comparison.name): nothing was done")
      print("events", comparison.name, side, pair.count, heap.allocations, separator: "\t")
    }
  }

  private static func count(_ size: Size) {
    let number = 1_000_000
    _ = size.make(1)
    // What there is one of, the array and the subject, is taken away.
    let once = heap { size.make(0) }
    let all = heap { size.make(number) }
    let array = number * MemoryLayout<AnyObject>.stride
    print(
      "machines", size.name, size.stateBytes,
      Double(all.allocations - once.allocations) / Double(number),
      Double(Int(all.bytes - once.bytes) - array) / Double(number), separator: "\t")
  }

  private static func heap(_ make: () -> [AnyObject]) -> probe_heap {
    probe_begin_counting()
    let machines = make()
    let heap = probe_end_counting()
    withExtendedLifetime(machines) {}
    return heap
  }
}

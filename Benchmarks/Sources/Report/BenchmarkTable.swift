import Foundation

/// The one table of a run: what an event and a machine cost, beside the switch.
struct BenchmarkTable {
  let counts: Counts
  let times: Times

  /// The tables, and the machine and the day they were made on.
  func text() throws -> String {
    """
    \(try events().text)

    Medians of 9 runs on \(Self.machine), \(Self.compiler); both sides take turns in one process. The
    switch is left of the machine; `×` is how many times its cost the machine has. Instructions are
    callgrind's; a plain switch allocates nothing.

    \(sizes().text)

    Beside the machine there is one schema for all, and what Swift keeps of an object that is held
    weakly, once per subject.
    """
  }

  private func events() throws -> TextTable {
    var table = TextTable(
      header: [
        "event", "ns", "ns", "×", "instructions", "instructions", "×", "allocations",
      ])
    for comparison in counts.comparisons {
      let one = Counts.Key(comparison: comparison, side: "baseline")
      let other = Counts.Key(comparison: comparison, side: "machine")
      let instructions = (counts.instructions[one], counts.instructions[other])
      let factor = instructions.0.flatMap { one in instructions.1.map { $0 / one } }
      table.rows.append([
        comparison,
        try times.median("baseline", of: comparison).digits(1),
        try times.median("machine", of: comparison).digits(1),
        try times.median("ratio", of: comparison).digits(2),
        instructions.0?.digits(0) ?? "",
        instructions.1?.digits(0) ?? "",
        factor?.digits(2) ?? "",
        counts.allocations[other]?.digits(2) ?? "",
      ])
    }
    return table
  }

  private func sizes() -> TextTable {
    var table = TextTable(
      header: ["machine", "bytes of its state", "bytes in all", "allocations to make one"])
    for size in counts.sizes {
      table.rows.append([
        size.workload, "\(size.stateBytes)", size.bytes.digits(0), size.allocations.digits(0),
      ])
    }
    return table
  }

  /// The processor, by the name it gives itself.
  private static var machine: String {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let name = info.split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    return "\(cores) cores of \(name ?? "an unnamed processor"), \(system)"
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }
}

import Foundation

/// The tables of a run: the costs of an event and of a machine, beside the switch.
struct BenchmarkTables {
  let counts: Counts
  /// The times; `nil` if only counts were taken.
  let times: Times?

  /// All tables, and the computer that they were made on.
  func long() throws -> String {
    """
    \(try events().text)

    \(try origin)

    \(try sizes().text)

    Beside the machine there is one schema for all, and what Swift keeps of an object that is held
    weakly, once per subject. The rule table belongs to the schema, and is filled as pairs of states
    and events occur.
    """
  }

  private var origin: String {
    get throws {
      times == nil
        ? "Instructions are callgrind's, with \(Self.compiler)."
        : """
        Medians of 9 runs on \(Self.computer), \(Self.compiler); both sides take turns in one process.
        Instructions are callgrind's.
        """
    }
  }

  /// Returns the costs of both sides and their ratio: in nanoseconds if times were taken, and then in
  /// instructions.
  private func values(of comparison: String) throws -> [String] {
    var values: [String] = []
    if let times {
      values += [
        try times.median("baseline", of: comparison).digits(1),
        try times.median("machine", of: comparison).digits(1),
        try times.median("ratio", of: comparison).digits(2),
      ]
    }
    let one = counts.instructions[Counts.Key(comparison: comparison, side: "baseline")]
    let other = counts.instructions[Counts.Key(comparison: comparison, side: "machine")]
    guard let one, let other else { throw ReportError("\(comparison) was not counted") }
    return values + [one.digits(0), other.digits(0), (other / one).digits(2)]
  }

  private func events() throws -> TextTable {
    let units = (times == nil ? [] : ["ns", "ns", "×"]) + ["instructions", "instructions", "×"]
    var table = TextTable(header: ["event", "beside"] + units + ["goal", "allocations"])
    for comparison in counts.comparisons {
      let allocations = counts.allocations[
        Counts.Key(comparison: comparison.name, side: "machine")]
      table.rows.append(
        [comparison.name, comparison.baseline] + (try values(of: comparison.name))
          + [comparison.goal?.digits(1) ?? "", allocations?.digits(2) ?? ""])
    }
    return table
  }

  private func sizes() throws -> TextTable {
    var table = TextTable(
      header: [
        "machine", "bytes of its state", "bytes in all", "allocations", "schema: instructions",
        "allocations", "bytes of its rule table",
      ])
    for size in counts.sizes {
      let schema = Counts.Key(comparison: "\(size.workload), its schema", side: "machine")
      table.rows.append([
        size.workload, "\(size.stateBytes)", size.bytes.digits(0), size.allocations.digits(0),
        counts.instructions[schema]?.digits(0) ?? "", counts.allocations[schema]?.digits(0) ?? "",
        "\(size.tableBytes)",
      ])
    }
    return table
  }

  /// The number of cores, the name of the processor, and the system.
  private static var computer: String {
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

/// A table as Markdown, which also reads well in a terminal.
struct TextTable {
  /// The first column is aligned to the left, the others to the right.
  let header: [String]
  var rows: [[String]] = []

  /// The lines of the table.
  var text: String {
    let widths = header.indices.map { column in
      max(3, ([header] + rows).map { $0[column].count }.max() ?? 0)
    }
    let rule = widths.indices.map { column in
      column == 0
        ? String(repeating: "-", count: widths[column])
        : String(repeating: "-", count: widths[column] - 1) + ":"
    }
    return ([header, rule] + rows).map { row in
      "| "
        + row.indices.map { pad(row[$0], to: widths[$0], isFirst: $0 == 0) }
        .joined(separator: " | ") + " |"
    }
    .joined(separator: "\n")
  }

  private func pad(_ text: String, to width: Int, isFirst: Bool) -> String {
    let spaces = String(repeating: " ", count: width - text.count)
    return isFirst ? text + spaces : spaces + text
  }
}

extension Double {
  /// Returns the number with `count` digits behind the point.
  func digits(_ count: Int) -> String {
    String(format: "%.\(count)f", self)
  }
}

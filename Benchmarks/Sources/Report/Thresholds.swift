import Foundation

/// The costs that are allowed, as a file in the repository lists them: a line for each comparison and
/// for each schema.
struct Thresholds {
  /// The cost of one event of the machine, or of one schema.
  struct Cost: Equatable {
    let instructions: Double
    let allocations: Double
  }

  /// The part of a cost by which the cost may grow.
  static let tolerance = 0.05

  private(set) var costs: [(comparison: String, cost: Cost)] = []

  /// Takes the counts of a run.
  init(_ counts: Counts) throws {
    for comparison in counts.names {
      let key = Counts.Key(comparison: comparison, side: "machine")
      guard let instructions = counts.instructions[key], let allocations = counts.allocations[key]
      else { throw ReportError("\(comparison) was not counted; is valgrind installed?") }
      costs.append((comparison, Cost(instructions: instructions, allocations: allocations)))
    }
  }

  /// Reads a file of thresholds.
  init(file: URL) throws {
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count == 3, let instructions = Double(parts[1]), let number = Double(parts[2])
      else { throw ReportError("\(file.lastPathComponent) has a line with no cost: \(line)") }
      costs.append((parts[0], Cost(instructions: instructions, allocations: number)))
    }
  }

  /// The text of the file.
  var text: String {
    (["event\tinstructions\tallocations"]
      + costs.map { "\($0)\t\($1.instructions.digits(1))\t\($1.allocations.digits(3))" })
      .joined(separator: "\n") + "\n"
  }

  /// Returns a line for each cost that is above its threshold by more than the tolerance, and for each that
  /// is as far below.
  func compare(with now: Thresholds) -> (worse: [String], better: [String]) {
    var worse: [String] = []
    var better: [String] = []
    for (comparison, cost) in costs {
      guard let new = now.costs.first(where: { $0.comparison == comparison })?.cost else {
        worse.append("\(comparison): no longer measured")
        continue
      }
      func compare(_ name: String, _ old: Double, _ new: Double, digits: Int) {
        let line = "\(comparison): \(old.digits(digits)) \(name), now \(new.digits(digits))"
        // The thresholds are rounded, and rounding must not fail a check.
        let slack = 0.5 / pow(10, Double(digits))
        if new > old * (1 + Self.tolerance) + slack { worse.append(line) }
        if new < old * (1 - Self.tolerance) - slack { better.append(line) }
      }
      compare("instructions", cost.instructions, new.instructions, digits: 1)
      compare("allocations", cost.allocations, new.allocations, digits: 3)
    }
    let known = Set(costs.map(\.comparison))
    worse += now.costs.filter { !known.contains($0.comparison) }
      .map { "\($0.comparison): no threshold yet" }
    return (worse, better)
  }
}

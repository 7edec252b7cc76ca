/// The lines of an answer, which is below 2 kB unless the reader asks for all of it.
struct Answer {
  /// The bytes that are left for lines; `nil` if there is no limit.
  ///
  /// The last lines of an answer, which say what to do, need the rest.
  private var left: Int?

  init(isWhole: Bool) {
    left = isWhole ? nil : 1_500
  }

  /// Returns the lines that still fit, and after them the number of the others.
  mutating func fitting(_ lines: [String]) -> [String] {
    guard var left else { return lines }
    defer { self.left = left }
    var shown: [String] = []
    for line in lines.lazy.map({ $0.shortened(to: Self.longest) }) {
      guard line.utf8.count < left else { break }
      left -= line.utf8.count + 1
      shown.append(line)
    }
    let others = lines.count - shown.count
    return others == 0 ? shown : shown + ["and \(others) more; --all"]
  }

  /// The maximum number of characters of a line in an answer that isn't whole.
  private static let longest = 400
}

#if Command
  import ArgumentParser

  /// The flag that asks for the whole answer.
  struct AnswerOptions: ParsableArguments {
    @Flag(name: .customLong("all"), help: "Print every line, also of a long answer.")
    var isWhole = false

    var answer: Answer { Answer(isWhole: isWhole) }
  }
#endif

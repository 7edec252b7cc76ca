import Foundation

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
    guard left != nil else { return lines }
    let shown = prefix(of: lines.lazy.map { $0.shortened(to: Self.longest) }) { $0.utf8.count + 1 }
    let others = lines.count - shown.count
    return others == 0 ? shown : shown + ["and \(others) more; --all"]
  }

  /// Returns the first elements, as many as still fit.
  mutating func prefix<Element>(
    of elements: some Sequence<Element>, size: (Element) -> Int
  ) -> [Element] {
    guard var left else { return Array(elements) }
    defer { self.left = left }
    return elements.prefix { element in
      let size = size(element)
      guard size <= left else { return false }
      left -= size
      return true
    }
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

    /// Returns a text with as many lines as an answer has.
    func text(of text: String) -> String {
      var answer = answer
      return answer.fitting(text.components(separatedBy: "\n")).joined(separator: "\n")
    }
  }
#endif

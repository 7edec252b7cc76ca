import CSchematicAtomics

/// A line of source code that makes an answer of the rules.
///
/// The functions that create an answer, such as `.to`, `.stay` and `.after`, know the line of their
/// call. A graph keeps it:
///
/// ```swift
/// StateGraph(Turnstile.schema).rules[0].sourceLines[0].description  // "Turnstiles/Turnstile.swift:24"
/// ```
///
/// A function of your own that creates answers passes on the line of its call:
///
/// ```swift
/// func alarm(
///   _ text: String, fileID: StaticString = #fileID, line: UInt = #line
/// ) -> Transition<Gate, Turnstile> {
///   .stay(text, fileID: fileID, line: line) { $0.open() }
/// }
/// ```
public struct SourceLine: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The module and the name of the file: `Turnstiles/Turnstile.swift`.
  public let fileID: String
  /// The number of the line, from 1.
  public let line: Int

  /// Creates a line of a file.
  package init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  /// The file and the line: `Turnstiles/Turnstile.swift:24`.
  public var description: String { "\(fileID):\(line)" }
}

/// A record of the lines of code that create answers, while an exploration asks for them.
///
/// It is the only state of the package that isn't passed along: an answer is created inside rules
/// that somebody else wrote, and carries no line, because machines copy it at each event. Unless an
/// exploration runs, creating an answer reads one counter and does nothing else.
@usableFromInline
package final class SourceRecord: Sendable {
  /// The answer that a line creates.
  @usableFromInline
  package enum Kind { case transition, condition, entry, exit, task, timeout }

  /// A line, what it creates, and the name of that.
  package struct Note {
    package let kind: Kind
    package let label: String?
    package let line: SourceLine
  }

  // A task-local value without a task belongs to the thread.
  @TaskLocal private static var current: SourceRecord?

  // Locked, because rules may start a task, which inherits the record.
  private let notes = Locked<[Note]>([])

  private init() {}

  /// Calls a function, and returns the lines that created answers in it, in their order.
  package static func recording<Result>(_ body: () -> Result) -> (result: Result, notes: [Note]) {
    let record = SourceRecord()
    schematic_begin_recording()
    defer { schematic_end_recording() }
    let result = $current.withValue(record) { body() }
    return (result, record.notes.withLock { $0 })
  }

  /// Notes the line that creates an answer, if an exploration asks for it.
  @inlinable
  @inline(__always)
  static func note(_ kind: Kind, _ label: String?, _ fileID: StaticString, _ line: UInt) {
    if schematic_is_recording() { add(kind, label, fileID, line) }
  }

  // Not inlined, so that rules stay small.
  @usableFromInline
  @inline(never)
  static func add(_ kind: Kind, _ label: String?, _ fileID: StaticString, _ line: UInt) {
    guard let current else { return }
    let place = SourceLine(fileID: "\(fileID)", line: Int(line))
    current.notes.withLock { $0.append(Note(kind: kind, label: label, line: place)) }
  }
}

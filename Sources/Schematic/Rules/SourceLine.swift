import CSchematicAtomics

/// A line of source code, such as the line that creates an answer of the rules.
///
/// The functions that create an answer, such as `.to`, `.stay` and `.after`, know the line of their
/// call. A graph keeps that line:
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

  package init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  /// The file and the line: `Turnstiles/Turnstile.swift:24`.
  public var description: String { "\(fileID):\(line)" }
}

/// A record of the lines of code that create answers while the rules are evaluated for a diagram.
///
/// The record is a task-local value, because the client's rules create the answers and can't pass a
/// record along. An answer doesn't contain its line, because machines copy answers at each event. If
/// nothing is recorded, creating an answer only reads one counter.
@usableFromInline
package final class SourceRecord: Sendable {
  /// The kind of answer that a line creates.
  @usableFromInline
  package enum Kind: Hashable { case transition, condition, behavior(BehaviorKind) }

  /// A line of code, with the kind and the label of the answer that it creates.
  package struct Note {
    package let kind: Kind
    package let label: String?
    package let line: SourceLine
  }

  // Outside a task, a task-local value belongs to the thread.
  @TaskLocal private static var current: SourceRecord?

  // Locked, because rules may start a task, which inherits the record.
  private let notes = Locked<[Note]>([])

  private init() {}

  /// Calls a function, and returns its result and the lines that created answers meanwhile, in
  /// order.
  package static func recording<Result>(_ body: () -> Result) -> (result: Result, notes: [Note]) {
    let record = SourceRecord()
    schematic_begin_recording()
    defer { schematic_end_recording() }
    let result = $current.withValue(record) { body() }
    return (result, record.notes.withLock { $0 })
  }

  /// Notes the line that creates an answer, if lines are being recorded.
  @inlinable
  @inline(__always)
  static func note(
    _ kind: Kind, _ label: @autoclosure () -> String?, _ fileID: StaticString, _ line: UInt
  ) {
    if schematic_is_recording() { add(kind, label(), fileID, line) }
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

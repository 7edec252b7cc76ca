import Foundation
import SchematicGraph

/// A file to which machines write trace lines while a program runs.
///
/// ```swift
/// let file = try TraceFile(path: "app.jsonl")
/// let recorder = file.recorder()
/// recorder.watch(machine, named: "Turnstile")
/// ```
///
/// The program passes each line as a whole to the operating system before `handle` returns. If the
/// program is killed, the file has every line up to then. If the computer itself stops, the file
/// may lose lines. If a line is cut off because the disk is full, it is left as it is, and the next
/// one begins after a line break. Several programs can append to one file, and several threads can
/// use one `TraceFile`.
public final class TraceFile: Sendable {
  /// The path of the file.
  package let path: String

  private let lock = NSLock()
  private let handle: FileHandle
  // Used only while the lock is held.
  nonisolated(unsafe) private var lost = 0
  nonisolated(unsafe) private var isCutOff = false

  /// Opens a file to append lines to, and creates it if it doesn't exist.
  ///
  /// - Parameter path: The path of the file, whose folder must exist.
  /// - Throws: A ``TraceFileError`` if the file can't be written.
  public init(path: String) throws(TraceFileError) {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw TraceFileError(path: path, reason: String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let end = lseek(descriptor, 0, SEEK_END)
    var last = UInt8(ascii: "\n")
    if end > 0, pread(descriptor, &last, 1, end - 1) == 1 { isCutOff = last != UInt8(ascii: "\n") }
  }

  /// Returns a recorder that writes to the file.
  ///
  /// - Parameters:
  ///   - includesValues: `true` to record the payloads of states and events: see `TraceRecorder`.
  ///   - time: Returns the time of a line. By default, this is the computer's time in ISO 8601.
  /// - Returns: The recorder, which keeps the file open.
  public func recorder(
    includingValues includesValues: Bool = false,
    time: (@Sendable () -> String)? = { Date.now.formatted(.iso8601) }
  ) -> TraceRecorder {
    TraceRecorder(includingValues: includesValues, time: time) { [self] line in append(line) }
  }

  /// The number of lines that couldn't be written, for example because the disk was full.
  public var lostLines: Int { lock.withLock { lost } }

  /// Appends a line.
  ///
  /// - Parameter line: The line, without its line feed.
  package func append(_ line: String) {
    lock.withLock {
      let bytes = Array(((isCutOff ? "\n" : "") + line + "\n").utf8)
      let written = write(handle.fileDescriptor, bytes, bytes.count)
      if written != bytes.count {
        lost += 1
        isCutOff = isCutOff || written > 0
      } else {
        isCutOff = false
      }
    }
  }
}

/// The error if a trace file can't be read or written.
public struct TraceFileError: Error, Hashable, CustomStringConvertible {
  /// The path of the file.
  package let path: String
  /// The reason that the operating system gives.
  package let reason: String

  /// The problem and the file.
  public var description: String { "the trace \(path) cannot be read or written: \(reason)" }
}

extension TraceFile {
  /// The maximum length of a line in a trace, in bytes.
  package static let longestLine = 1 << 20

  /// Reads a trace line by line, using a constant amount of memory.
  ///
  /// ```swift
  /// try TraceFile.read("app.jsonl") { number, entry in … }
  /// ```
  ///
  /// If the last line has no line feed, another program is still writing it, or it was cut off. Such a
  /// line is skipped unless it is a valid entry. A line of more than a mebibyte isn't valid.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `-` is standard input.
  ///   - body: A closure that receives each nonempty line, with its number in the file starting at
  ///     1. It gets either the entry or the reason why the line isn't one.
  /// - Throws: A ``TraceFileError`` if the file can't be read, and any error that the closure
  ///   throws.
  public static func read(
    _ path: String,
    _ body: (_ number: Int, _ entry: Result<TraceEntry, TraceLineError>) throws -> Void
  ) throws {
    try readLines(path) { number, bytes, isWhole in
      guard bytes.contains(where: { $0 > 0x20 }) else { return }
      let entry = Result { () throws(TraceLineError) in
        guard bytes.count <= longestLine else {
          throw TraceLineError("the line is longer than \(longestLine) bytes")
        }
        return try TraceEntry(line: String(decoding: bytes, as: UTF8.self))
      }
      if !isWhole, case .failure = entry { return }
      try body(number, entry)
    }
  }

  /// Reads a file line by line, using a constant amount of memory.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `-` is standard input.
  ///   - body: A closure that receives each line, with its number starting at 1. A line that is too long
  ///     is cut to one byte more than ``longestLine``. The last line isn't whole if it has no line feed.
  /// - Throws: A ``TraceFileError`` if the file can't be read, and any error that the closure throws.
  package static func readLines(
    _ path: String, _ body: (_ number: Int, _ bytes: [UInt8], _ isWhole: Bool) throws -> Void
  ) throws {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw TraceFileError(path: path, reason: String(cString: strerror(errno)))
    }
    defer { if path != "-" { close(descriptor) } }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var rest: [UInt8] = []
    var number = 0
    func tell(_ bytes: [UInt8], isWhole: Bool) throws {
      number += 1
      try body(number, bytes, isWhole)
    }
    /// Adds bytes to the current line, up to one byte more than a valid line may have.
    func add(_ bytes: ArraySlice<UInt8>) {
      rest += bytes.prefix(longestLine + 1 - rest.count)
    }
    while true {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else {
        throw TraceFileError(path: path, reason: String(cString: strerror(errno)))
      }
      guard count > 0 else { break }
      var lines = chunk[..<count].split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let last = lines.removeLast()
      for line in lines {
        add(line)
        try tell(rest, isWhole: true)
        rest.removeAll(keepingCapacity: true)
      }
      add(last)
    }
    if !rest.isEmpty { try tell(rest, isWhole: false) }
  }
}

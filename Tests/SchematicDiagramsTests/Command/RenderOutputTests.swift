import ArgumentParser
import Foundation
import SchematicGraph
import Testing

@testable import SchematicDiagrams

/// What `render --output` does to a file that is none: a pipe, a link or a device.
@MainActor @Suite struct RenderOutputTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog = Door.catalog
  }

  private let temporary = TemporaryFolder()
  private let drawing = StateGraph(Door.schema).dot(name: "Door")

  init() throws { try temporary.write("old", to: "old.dot") }

  private func render(to path: String) throws {
    var command = try DiagramCommand<Tool>.parseAsRoot(
      ["render", "Door", "--format", "dot", "--output", path])
    try command.run()
  }

  private func kind(of file: String) throws -> FileAttributeType? {
    let path = temporary.folder.path(of: file)
    return try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  /// Returns what a pipe holds.
  private func read(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  @Test func renderWritesIntoANamedPipe() throws {
    let path = temporary.folder.path(of: "pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try render(to: path)
    #expect(read(reader) == drawing)
    #expect(try kind(of: "pipe") != .typeRegular)
  }

  /// A shell hands over such a path for `>(command)`.
  @Test func renderWritesIntoADescriptor() throws {
    let pipe = Pipe()
    try render(to: Self.path(of: pipe.fileHandleForWriting.fileDescriptor))
    try pipe.fileHandleForWriting.close()
    #expect(read(pipe.fileHandleForReading.fileDescriptor) == drawing)
  }

  /// The path of an open file of this process.
  private nonisolated static func path(of descriptor: Int32) -> String {
    // Other systems have a process's files in another folder.
    #if os(Linux)
      "/proc/self/fd/\(descriptor)"
    #else
      "/dev/fd/\(descriptor)"
    #endif
  }

  @Test func renderWritesIntoASocket() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    try render(to: Self.path(of: ends[0]))
    #expect(read(ends[1]) == drawing)
  }

  @Test func renderEndsByNoSignalIfNobodyReads() async {
    await #expect(processExitsWith: .success) {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let path = RenderOutputTests.path(of: pipe.fileHandleForWriting.fileDescriptor)
      try FileTransaction.write(Data("text".utf8), to: path)
    }
  }

  @Test func renderReplacesTheTargetOfALinkInOneStep() throws {
    let link = temporary.folder.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "old.dot")
    let reader = open(link, O_RDONLY)
    defer { close(reader) }
    try render(to: link)
    #expect(read(reader) == "old")
  }

  @Test(arguments: ["old.dot", "new.dot"])
  func renderWritesTheTargetOfALink(target: String) throws {
    let link = temporary.folder.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try render(to: link)
    #expect(try kind(of: "link") == .typeSymbolicLink)
    #expect(try temporary.text(of: target) == drawing)
  }

  @Test func renderWritesNoFolder() throws {
    #expect(throws: ExitCode(2)) { try render(to: temporary.folder.path) }
    #expect(try temporary.text(of: "old.dot") == "old")
  }

  #if os(Linux)
    /// Only the administrator may make devices, and not on every disk.
    nonisolated private static let canMakeDevices = {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        .path
      defer { unlink(path) }
      guard makeDevice(3, at: path) else { return false }
      let descriptor = open(path, O_WRONLY)
      return descriptor >= 0 && close(descriptor) == 0
    }()

    /// Makes a device of Linux by its number: 3 is `null`, and 7 is `full`, to which nothing can be written.
    nonisolated private static func makeDevice(_ minor: dev_t, at path: String) -> Bool {
      mknod(path, S_IFCHR | 0o600, 1 << 8 | minor) == 0
    }

    @Test(.enabled(if: canMakeDevices)) func renderLeavesADeviceADevice() throws {
      let path = temporary.folder.path(of: "null")
      try #require(Self.makeDevice(3, at: path))
      try render(to: path)
      #expect(try kind(of: "null") == .typeCharacterSpecial)
    }

    @Test(.enabled(if: canMakeDevices)) func renderFailsIfADeviceIsFull() throws {
      let path = temporary.folder.path(of: "full")
      try #require(Self.makeDevice(7, at: path))
      #expect(throws: ExitCode(2)) { try render(to: path) }
      #expect(try kind(of: "full") == .typeCharacterSpecial)
    }
  #endif
}

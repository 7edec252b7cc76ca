import Foundation
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// What a command does if its output can't be written, or isn't read.
@Suite struct StandardOutputTests {
  /// More than a pipe holds.
  private static let text = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)

  /// Returns the ends of a pipe.
  private func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Foundation.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func everythingIsWrittenThoughThePipeIsShort() async throws {
    let (reader, writer) = try pipe()
    // Nobody waits for a nonblocking output but the one who writes.
    try #require(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    let handle = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
    async let read = Task.detached { try handle.readToEnd() }.value
    try StandardOutput.write(Self.text, to: writer)
    close(writer)
    #expect(try await read == Self.text)
  }

  @Test func readerWhoLeavesIsNoError() throws {
    let (reader, writer) = try pipe()
    close(reader)
    defer { close(writer) }
    try StandardOutput.write(Self.text, to: writer)
  }

  @Test func errorThatNobodyCanReadEndsNoProgram() async {
    enum Tool: DiagramTool { static let catalog = Door.catalog }
    await #expect(processExitsWith: .success) {
      close(STDERR_FILENO)
      Tool.printFindings(["a finding"])
    }
  }

  @Test func outputThatCannotBeWrittenIsAnError() throws {
    let file = open(#filePath, O_RDONLY)
    defer { close(file) }
    let error = #expect(throws: StandardOutput.Failure.self) {
      try StandardOutput.write(Self.text, to: file)
    }
    #expect(error?.description == "standard output cannot be written: Bad file descriptor")
  }
}

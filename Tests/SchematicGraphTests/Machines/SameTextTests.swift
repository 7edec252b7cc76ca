import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

// Only on Linux is the path of the tests' own program known to run them again.
#if os(Linux)
  /// Texts in two processes, with other addresses and another hash seed.
  @Suite struct SameTextTests {
    /// Holds all that a process has at another place, or in another order.
    private struct Machine {
      private final class Head {
        var sizes = [1, 2]
      }
      private struct Box<Content> {
        var content: Content
      }
      private struct Label: CustomStringConvertible {
        var head: AnyObject?
        var description: String { "label \(ObjectIdentifier(Head.self)) \(Box(content: Head()))" }
      }
      private struct Peer {
        var port = 1
        var name: String { "peer" }
      }
      private enum Content {
        case nothing
        case head(Head)
        case box(Box<Head>)
        case closure((Int) -> Int)
        case key(ObjectIdentifier)
        case names(Set<String>)
        case counts([String: [Int]])
        case path(AnyKeyPath)
        case pointer(UnsafePointer<Int>)
        case owner(Weak)
        case label(Label)
        case type(Any.Type)
        case bytes(OpaquePointer)
      }
      private struct Weak {
        weak var object: Head?
      }

      nonisolated(unsafe) private static let head = Head()
      nonisolated(unsafe) private static let number = UnsafeMutablePointer<Int>.allocate(
        capacity: 1)
      private static let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]

      nonisolated(unsafe) private static let contents: [Content] = [
        .head(head), .box(Box(content: head)), .closure { $0 + 1 },
        .key(ObjectIdentifier(Head.self)), .names(Set(names)), .names(Set(names.dropFirst())),
        .counts(Dictionary(names.map { ($0, [1]) }, uniquingKeysWith: { one, _ in one })),
        .path(\Peer.port), .path(\Peer.name), .pointer(UnsafePointer(number)),
        .pointer(UnsafePointer(number + 1)), .owner(Weak(object: head)), .label(Label()),
        .type(Box<Head>.self), .bytes(OpaquePointer(number)),
      ]
      static var count: Int { contents.count }

      private(set) var isOpen = false
      private var content = Content.nothing

      mutating func take(_ number: Int) { content = Self.contents[number] }
      mutating func open(_ number: Int) -> Any? {
        guard case .nothing = content else { return content }
        isOpen.toggle()
        return Self.contents[number]
      }
      mutating func ask() -> String? {
        switch content {
        case .names(let names): names.count == 9 ? "nine" : "ten"
        case .pointer(let pointer): pointer == Self.number ? "first" : "second"
        case .path(let path): path == \Peer.port ? "port" : "name"
        default: nil
        }
      }
      mutating func put() {
        isOpen = true
        content = .nothing
      }
      mutating func stop() throws { if case .key = content { throw Failure(head: Self.head) } }

      private struct Failure: Error, @unchecked Sendable {
        var head: Head
      }
    }

    private static var texts: String {
      let graph = StateGraph(
        .value(Machine()) { ReflectedState($0.isOpen) },
        steps: [
          .step("take", with: Array(0..<Machine.count)) { $0.take($1) },
          .step("open", with: Array(0..<Machine.count)) { $0.open($1) },
          .step("ask") { $0.ask() }, .step("put") { $0.put() },
          .step("stop") { try $0.stop() },
        ])
      return graph.dot() + graph.findings.map { "\($0)\n" }.joined()
    }

    /// The environment's variable with the path of the file for the texts.
    private static let variable = "SCHEMATIC_SAME_TEXTS"
    private static var file: String? { ProcessInfo.processInfo.environment[variable] }

    private final class Place {}

    @Test(.enabled(if: file != nil)) func textsAreWrittenForAnotherProcess() throws {
      let place = "\(ObjectIdentifier(Place.self)) \("a".hashValue)"
      let file = try #require(Self.file)
      try "\(place)\n\(Self.texts)".write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// Runs the test above in another process, and returns the lines of its file.
    private func linesOfAProcess() throws -> [Substring] {
      let output = ProcessOutput()
      let process = Process()
      process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [
        "--testing-library", "swift-testing", "--filter", "textsAreWrittenForAnotherProcess",
      ]
      var environment = ProcessInfo.processInfo.environment
      environment["SWIFT_DETERMINISTIC_HASHING"] = nil
      environment[Self.variable] = output.path
      process.environment = environment
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return try output.take().split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func textsAreTheSameWithOtherAddressesAndAnotherHashSeed() throws {
      let (one, other) = (try linesOfAProcess(), try linesOfAProcess())
      #expect(one.first != other.first, "the processes have the same places and seeds")
      #expect(one.dropFirst() == other.dropFirst())
      #expect(one.count > 20 && !one.dropFirst().contains { $0.contains("0x0") }, "\(one)")
      #expect(!one.contains { $0.contains("unknown context") }, "\(one)")
    }
  }
#endif

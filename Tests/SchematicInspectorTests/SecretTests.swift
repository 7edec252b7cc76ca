#if Inspector
  import Foundation
  import SchematicGraph
  @testable import SchematicInspector
  import SchematicTestKit
  import Testing

  /// Only the secret of the link opens a page.
  @Suite struct SecretTests {
    private static let secret = "0123456789abcdef0f1e2d3c4b5a6978"

    /// Returns the status of the page for whoever knows a text instead of the secret.
    private func status(of text: String) async -> HTTPStatus? {
      let pages = Pages(
        machines: WatchedMachines(keeping: 1), diagrams: WatchedDiagrams(), allowsEvents: true,
        secret: Secret(Self.secret), hosts: ["127.0.0.1:1"])
      let request = HTTPRequest(
        method: "GET", target: "/\(text)/", headers: [.init(name: "host", value: "127.0.0.1:1")],
        body: [])
      guard case .response(let response) = await pages.answer(request) else { return nil }
      return response.status
    }

    @Test func secretOpensThePage() async {
      #expect(await status(of: Self.secret) == .ok)
    }

    @Test(arguments: Seeds.first(10))
    func pageStaysClosedForAThousandOtherSecrets(seed: UInt64) async {
      var random = SplitMix64(seed: seed)
      let digits = Array("0123456789abcdef")
      var opened: [String] = []
      for _ in 0..<1_000 {
        let text = String((0..<32).map { _ in digits[Int.random(in: 0..<16, using: &random)] })
        if await status(of: text) != .forbidden { opened.append(text) }
      }
      #expect(opened == [], "SEED=\(seed)")
    }

    @Test func pageStaysClosedIfOneByteDiffers() async {
      var opened: [String] = []
      for index in 0..<32 {
        var bytes = Array(Self.secret.utf8)
        for byte in UInt8(0x21)...0x7E where byte != 0x2F && byte != bytes[index] {
          let original = bytes[index]
          defer { bytes[index] = original }
          bytes[index] = byte
          let text = String(decoding: bytes, as: UTF8.self)
          if await status(of: text) != .forbidden { opened.append(text) }
        }
      }
      #expect(opened == [])
    }

    @Test func pageStaysClosedForOtherLengths() async {
      var opened: [String] = []
      for length in 0...64 where length != 32 {
        for text in [Self.secret + Self.secret, String(repeating: "0", count: 64)] {
          let text = String(text.prefix(length))
          if await status(of: text) != .forbidden { opened.append(text) }
        }
      }
      #expect(opened == [])
    }

    /// What is read of a text does not tell how much of it is right.
    @Test func comparisonReadsAllBytesWhateverTheyAre() {
      for index in 0..<32 {
        var bytes = Array(Self.secret.utf8)
        bytes[index] ^= 1
        let text = CountedBytes(bytes: bytes)
        #expect(!Secret(Self.secret).isEqual(to: text))
        #expect(text.count == 32)
      }
    }

    @Test func secretIsAnotherOneForEachInspector() async throws {
      var secrets: Set<String> = []
      for _ in 0..<20 {
        let inspector = Inspector()
        let secret = try Link(await inspector.start()).secret
        #expect(secret.count == 32 && secret.allSatisfy { $0.isHexDigit })
        secrets.insert(secret)
        await inspector.stop()
      }
      #expect(secrets.count == 20)
    }
  }

  /// Bytes that count how many of them are read.
  private final class CountedBytes: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private(set) var count = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    func next() -> UInt8? {
      guard count < bytes.count else { return nil }
      count += 1
      return bytes[count - 1]
    }
  }
#endif

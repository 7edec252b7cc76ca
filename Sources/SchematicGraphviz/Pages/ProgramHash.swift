import Foundation

/// The hash of a page's program, which its content security policy names so that the browser runs nothing
/// else (Content Security Policy Level 3, §8.3; <https://www.w3.org/TR/CSP3/>).
enum ProgramHash {
  /// Returns the SHA-256 hash of a text, in Base64 (FIPS 180-4, §6.2).
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func sha256(of text: String) -> String {
    var bytes = Array(text.utf8)
    let bitCount = UInt64(bytes.count) * 8
    bytes.append(0x80)
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    var hash = initialHash
    for block in stride(from: 0, to: bytes.count, by: 64) {
      hash = zip(hash, compressed(hash, bytes[block..<(block + 64)])).map(&+)
    }
    let digest = hash.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
    return Data(digest).base64EncodedString()
  }

  private static func compressed(_ hash: [UInt32], _ block: ArraySlice<UInt8>) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      words[index] =
        words[index - 16] &+ (rotations(early, 7, 18) ^ (early >> 3)) &+ words[index - 7]
      words[index] = words[index] &+ (rotations(late, 17, 19) ^ (late >> 10))
    }
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    for index in 0..<64 {
      let sum = h &+ (rotations(e, 6, 11) ^ rotated(e, 25)) &+ ((e & f) ^ (~e & g))
      let first = sum &+ constants[index] &+ words[index]
      let second = (rotations(a, 2, 13) ^ rotated(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    return [a, b, c, d, e, f, g, h]
  }

  private static func rotations(_ word: UInt32, _ one: UInt32, _ other: UInt32) -> UInt32 {
    rotated(word, one) ^ rotated(word, other)
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits after the binary point in the square roots of the first 8 primes (§5.3.3).
  private static let initialHash = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }

  /// The first 32 bits after the binary point in the cube roots of the first 64 primes (§4.2.2).
  private static let constants = primes.map { fraction(of: cbrt(Double($0))) }

  private static let primes: [Int] = (2..<312).filter { number in
    !(2..<number).contains { number.isMultiple(of: $0) }
  }

  private static func fraction(of root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 0x1p32)
  }
}

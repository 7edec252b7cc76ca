/// A short hash that a file keeps of a text, to tell later whether the text has changed.
///
/// The 64-bit FNV-1a hash (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>): the same on
/// every run and system. It doesn't protect against forgery.
package struct Fingerprint: Hashable, CustomStringConvertible {
  /// The number of hexadecimal digits.
  package static let length = 16

  /// The hash as hexadecimal digits.
  package let description: String

  /// The first half of the digits, which is enough to distinguish a few texts.
  package var short: String { String(description.prefix(Self.length / 2)) }

  /// Computes the fingerprint of a text.
  package init(of text: String) {
    var text = text
    self = text.withUTF8 { Fingerprint(of: UnsafeRawBufferPointer($0)) }
  }

  /// Computes the fingerprint of the content of a file.
  package init(of bytes: UnsafeRawBufferPointer) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    description = String(repeating: "0", count: Self.length - digits.count) + digits
  }

  /// Creates a fingerprint from digits that were saved.
  package init(digits: String) {
    description = digits
  }
}

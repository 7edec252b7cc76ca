/// A short name for a text, to tell whether something was made from it.
///
/// The 64-bit FNV-1a hash (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>): the same on
/// every run and system. It guards against forgetting, not against forgery.
package struct Fingerprint: Hashable, CustomStringConvertible {
  /// The number of hexadecimal digits.
  package static let length = 16

  /// The hash as hexadecimal digits.
  package let description: String

  /// Computes the fingerprint of a text.
  package init(of text: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    description = String(repeating: "0", count: Self.length - digits.count) + digits
  }

  /// Takes a fingerprint from where one was kept.
  package init(digits: String) {
    description = digits
  }
}

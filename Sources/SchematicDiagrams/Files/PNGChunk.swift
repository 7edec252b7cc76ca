/// A piece of a PNG file (PNG specification, third edition, §5.3).
struct PNGChunk {
  /// The four letters that say what the chunk is.
  let type: String
  let content: [UInt8]

  /// The chunk as it stands in a file: length, type, content, checksum.
  var bytes: [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(of: body))
  }

  /// Returns an image with a chunk after its header, which always comes first.
  static func inserting(_ chunk: PNGChunk, into image: [UInt8]) -> [UInt8] {
    let signature = 8
    let header = 25
    let place = min(signature + header, image.count)
    return image[..<place] + chunk.bytes + image[place...]
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The CRC-32 of ISO 3309, as the specification's annex D has it.
  private func checksum(of bytes: [UInt8]) -> UInt32 {
    var remainder: UInt32 = .max
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 0 ? remainder >> 1 : 0xEDB8_8320 ^ (remainder >> 1)
      }
    }
    return ~remainder
  }
}

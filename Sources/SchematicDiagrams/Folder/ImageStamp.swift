import Foundation
import SchematicGraph
import SchematicGraphviz

/// The fingerprint, inside an image, of the text that it was drawn from.
///
/// Images of the same text differ between systems: fonts and Graphviz's version show in them. With
/// a stamp inside, an image that shows something else than its text is found without drawing and
/// without comparing bytes, and one that is up to date need not be drawn again.
enum ImageStamp {
  private static let keyword = "Schematic-DOT"

  /// Returns the image with a fingerprint inside; as it is, where its format has no place for one.
  static func stamp(_ image: [UInt8], _ format: ImageFormat, with fingerprint: Fingerprint) -> Data
  {
    switch format {
    case .svg:
      return Data(image) + Data("<!-- \(keyword) \(fingerprint) -->\n".utf8)
    case .png:
      let chunk = PNGChunk(type: "tEXt", content: Array("\(keyword)\0\(fingerprint)".utf8))
      return Data(PNGChunk.inserting(chunk, into: image))
    default:
      return Data(image)
    }
  }

  /// Returns the fingerprint inside an image; `nil` where there is none.
  static func fingerprint(in image: Data) -> Fingerprint? {
    // The SVG's stamp stands at its end, so that no label can be taken for it.
    guard let keyword = image.range(of: Data(keyword.utf8), options: .backwards) else { return nil }
    let digits = image[keyword.upperBound...].dropFirst().prefix(Fingerprint.length)
    guard digits.count == Fingerprint.length else { return nil }
    return Fingerprint(digits: String(decoding: digits, as: UTF8.self))
  }
}

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

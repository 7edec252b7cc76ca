import Foundation
import SchematicGraph
import SchematicGraphviz

/// Two fingerprints inside an image: one of the text that it was drawn from, and one of the image.
///
/// Images of the same text differ between systems, because their fonts and Graphviz versions do.
/// With the stamp, `check` finds images that were drawn from another text, edited, truncated or
/// merged, without drawing them again.
enum ImageStamp {
  /// The result of comparing an image with a text.
  enum Verdict {
    /// The image was drawn from this text and is unchanged.
    case current
    /// The image was drawn from another text, or by another program.
    case stale
    /// The image was drawn from this text but has been changed since, or a part of it is missing or is a merge's.
    case damaged
  }

  private static let keyword = "Schematic-DOT"

  /// Returns the image with a stamp inside, or unchanged if its format has no place for one.
  static func stamp(_ image: Data, _ format: ImageFormat, with fingerprint: Fingerprint) -> Data {
    let stamp = Data(words(fingerprint, image.withUnsafeBytes { Fingerprint(of: $0) }, format).utf8)
    switch format {
    case .png: return PNGChunk(type: "tEXt", content: Array(stamp)).inserted(into: image)
    default: return image + stamp
    }
  }

  /// Compares an image with the fingerprint of a text.
  ///
  /// In an SVG, the kind of line endings and empty lines at the end don't count, because viewers ignore them
  /// and version control may change them. All other bytes count.
  static func verdict(
    on image: Data, _ format: ImageFormat, drawnFrom fingerprint: Fingerprint
  ) -> Verdict {
    guard self.fingerprint(in: image) == fingerprint else {
      return isWhole(image, format) ? .stale : .damaged
    }
    let image = format == .svg ? withPlainLineEnds(image) : image
    let stamped = withoutStamp(image, format).map { stamp($0, format, with: fingerprint) }
    return stamped == image ? .current : .damaged
  }

  /// Returns whether an image has its end, and no marks of a merge conflict.
  private static func isWhole(_ image: Data, _ format: ImageFormat) -> Bool {
    let end = withPlainLineEnds(image).dropLast().suffix(16)
    return switch format {
    // The last chunk has no content, and its checksum is the same in every file.
    case .png: image.suffix(12) == Data(PNGChunk(type: "IEND", content: []).bytes)
    // Comments may come after the end.
    case .pdf: image.range(of: Data("%%EOF".utf8), options: .backwards) != nil
    default:
      image.range(of: Data("\n<<<<<<< ".utf8)) == nil
        && ["</svg>", "</html>", "-->"].contains { end.suffix($0.utf8.count) == Data($0.utf8) }
    }
  }

  /// Returns the fingerprint of the text that an image was drawn from, or `nil` if it has no stamp.
  static func fingerprint(in image: Data) -> Fingerprint? {
    // The stamp of an SVG is at its end, so no label can be mistaken for it.
    guard let keyword = image.range(of: Data(keyword.utf8), options: .backwards) else { return nil }
    let digits = image[keyword.upperBound...].dropFirst().prefix(Fingerprint.length)
    guard digits.count == Fingerprint.length else { return nil }
    return Fingerprint(digits: String(decoding: digits, as: UTF8.self))
  }

  /// Returns the stamp in an image format.
  ///
  /// It has the same length in all images of that format.
  private static func words(
    _ text: Fingerprint, _ image: Fingerprint, _ format: ImageFormat
  ) -> String {
    switch format {
    case .svg: "<!-- \(keyword) \(text) \(image) -->\n"
    // A null byte separates the keyword of a text chunk from its value.
    case .png: "\(keyword)\0\(text) \(image)"
    // Comments are allowed after the end of the document (ISO 32000-1, 7.2.3).
    case .pdf: "%\(keyword) \(text) \(image)\n"
    default: ""
    }
  }

  /// Returns an image without its stamp, or `nil` if it is too short to have one.
  private static func withoutStamp(_ image: Data, _ format: ImageFormat) -> Data? {
    let blank = Fingerprint(of: "")
    let stamp = Array(words(blank, blank, format).utf8)
    guard format == .png else {
      return image.count < stamp.count ? nil : image.dropLast(stamp.count)
    }
    let end = PNGChunk.place + PNGChunk(type: "tEXt", content: stamp).bytes.count
    guard image.count >= end else { return nil }
    return image.prefix(PNGChunk.place) + image.dropFirst(end)
  }

  private static func withPlainLineEnds(_ image: Data) -> Data {
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var plain = image
    if image.contains(carriageReturn) {
      plain = Data(capacity: image.count)
      for byte in image {
        if byte == feed, plain.last == carriageReturn { plain.removeLast() }
        plain.append(byte)
      }
    }
    while let last = plain.last, last == feed || last == carriageReturn { plain.removeLast() }
    return plain + [feed]
  }
}

/// A chunk of a PNG file (PNG specification, third edition, §5.3).
struct PNGChunk {
  /// The four letters of the chunk type.
  let type: String
  let content: [UInt8]

  /// The position after the signature and the header, which always comes first.
  static let place = 8 + 25

  /// The bytes of the chunk in a file: length, type, content, checksum.
  var bytes: [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(of: body))
  }

  /// Returns an image with the chunk after its header.
  func inserted(into image: Data) -> Data {
    image.prefix(Self.place) + bytes + image.dropFirst(Self.place)
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The CRC-32 of ISO 3309, as in annex D of the specification.
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

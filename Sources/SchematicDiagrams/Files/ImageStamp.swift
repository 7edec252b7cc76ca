import Foundation
import SchematicGraph
import SchematicGraphviz

/// Where an image keeps the fingerprint of the text that it was drawn from.
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

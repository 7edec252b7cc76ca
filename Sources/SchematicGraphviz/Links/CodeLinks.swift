import Schematic
import SchematicGraph

/// The places of lines of code as pictures and pages name them, each with a link if there is one.
package struct CodeLinks: Sendable {
  private let template: LinkTemplate?
  private let files: SourceFiles?

  /// Creates links.
  ///
  /// - Parameters:
  ///   - template: The template, or `nil` to name lines without links.
  ///   - files: The files that the lines are in. A file that isn't among them has no link. Without
  ///     any, the module and the name of a file stand for its path.
  package init(to template: LinkTemplate?, in files: SourceFiles?) {
    self.template = template
    self.files = files
  }

  /// A line of code.
  struct Place {
    /// The name of the file and the number of the line: `Turnstile.swift:24`.
    let text: String
    /// The link, or `nil` if there is none.
    let href: String?

    /// The place for the program of a page.
    var document: JSONValue {
      .object(of: [("text", .string(text)), ("href", href.map(JSONValue.string))])
    }
  }

  /// Returns the first of some lines; `nil` if there is none.
  func place(of lines: SourceLines) -> Place? {
    guard let line = lines.all.first else { return nil }
    let name = line.fileID.split(separator: "/").last ?? ""
    return Place(
      text: "\(lines.isNear ? "near " : "")\(name):\(line.line)", href: link(to: line))
  }

  /// Makes the links of a picture's elements.
  package var maker: DOTLink.Maker {
    { lines in
      place(of: lines).flatMap { place in
        place.href.map { DOTLink(address: $0, place: place.text) }
      }
    }
  }

  private func link(to line: SourceLine) -> String? {
    guard let files else {
      return template?.link(file: line.fileID, path: nil, line: line.line)
    }
    return files.knownPath(of: line).flatMap { file in
      template?.link(file: file, path: "\(files.root)/\(file)", line: line.line)
    }
  }
}

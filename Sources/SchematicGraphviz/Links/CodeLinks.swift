import Foundation
import Schematic
import SchematicGraph

/// A maker of names and links for the lines of code that pictures and pages show.
package struct CodeLinks: Sendable {
  private let template: LinkTemplate?
  private let files: SourceFiles?

  /// Creates links.
  ///
  /// - Parameters:
  ///   - template: The template, or `nil` to name lines without links.
  ///   - files: The files that contain the lines. A line in another file has no link. If `nil`, links
  ///     have the module and the name of a file in place of its path.
  package init(to template: LinkTemplate?, in files: SourceFiles?) {
    self.template = template
    self.files = files
  }

  /// A line of code.
  struct Place {
    /// The file and the line, such as `Turnstile.swift:24`, after `near` if the exact line isn't known.
    let text: String
    /// The link, or `nil` if there is none.
    let href: String?

    /// The place in JSON, for the program of a page.
    var document: JSONValue {
      .object(of: [("text", .string(text)), ("href", href.map(JSONValue.string))])
    }
  }

  /// Returns the place of the first of some lines; `nil` if there are no lines.
  func place(of lines: SourceLines) -> Place? {
    guard let line = lines.all.first else { return nil }
    let name = line.fileID.split(separator: "/").last ?? ""
    return Place(
      text: "\(lines.isNear ? "near " : "")\(name):\(line.line)", href: link(to: line))
  }

  /// The function that makes the links of a picture's elements.
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

/// A template of links to lines of code.
///
/// ```swift
/// try LinkTemplate("https://github.com/apple/swift/blob/main/{file}#L{line}")
/// ```
///
/// Three words in braces are replaced:
///
/// - `{file}`: the path of the file in the folder that the command runs in,
/// - `{path}`: its path on this computer, without the slash at the beginning,
/// - `{line}`: the number of the line.
///
/// The name of a file can't make a link lead to another site: characters with a meaning in links are
/// escaped, and the template must name the scheme and the host.
package struct LinkTemplate: Sendable {
  /// The text of the template.
  package let text: String

  /// The error if a text is no template.
  package struct Failure: Error, CustomStringConvertible {
    /// A sentence that says what to write instead.
    package let description: String
  }

  /// Creates a template of a link.
  ///
  /// - Throws: A ``Failure`` if the text is no link to a site or an editor, or has neither `{file}` nor
  ///   `{path}`.
  package init(_ text: String) throws(Failure) {
    self.text = text
    let plain = [Self.file, Self.path, Self.line].reduce(text) { $0.replacing($1, with: "") }
    guard plain.utf8.allSatisfy(Self.isOfLinks) else {
      throw Failure(
        description:
          "\"\(text)\" is no template of links: {file}, {path} and {line} are replaced, and "
          + "everything else must be a link as it is")
    }
    // The scheme and the host must be in front of the first word in braces.
    let start = text.prefix { $0 != "{" }
    let scheme = start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let rest = start.dropFirst(scheme.count)
    guard scheme.first?.isLetter == true, rest.hasPrefix("://"),
      rest.dropFirst(3).contains(where: "/?#".contains)
    else {
      throw Failure(
        description: "\"\(text)\" is no template of links: it begins like https://example.com/ or "
          + "vscode://file/")
    }
    guard !Self.scripts.contains(scheme.lowercased()) else {
      throw Failure(
        description: "\"\(text)\" would be run and not opened: name a site or an editor")
    }
    guard text.contains(Self.file) || text.contains(Self.path) else {
      throw Failure(description: "\"\(text)\" leads to no file: write {file} or {path} in it")
    }
  }

  /// Returns the template for an editor, or `nil` if no editor with that name is known.
  package static func named(_ name: String) -> LinkTemplate? {
    name == "vscode" ? try? LinkTemplate("vscode://file/{path}:{line}") : nil
  }

  private static let file = "{file}"
  private static let path = "{path}"
  private static let line = "{line}"

  /// The schemes of links whose text browsers run or show as a page.
  private static let scripts: Set = ["blob", "data", "filesystem", "javascript", "vbscript"]

  /// Returns a link to a line.
  ///
  /// - Parameters:
  ///   - file: The path of the file in the folder.
  ///   - path: Its path on this computer, or `nil` if that is unknown.
  ///   - line: The number of the line.
  /// - Returns: The link, or `nil` if it needs a path that is unknown.
  func link(file: String, path: String?, line: Int) -> String? {
    guard path != nil || !text.contains(Self.path) else { return nil }
    // Names are escaped, so that none has braces.
    return text.replacing(Self.file, with: Self.escaped(file))
      .replacing(Self.path, with: Self.escaped(path ?? ""))
      .replacing(Self.line, with: "\(line)")
  }

  /// Returns a path in the form in which a link contains it (RFC 3986, 2.3).
  ///
  /// Slashes at the beginning are dropped, because `//` would begin the name of a host.
  package static func escaped(_ path: String) -> String {
    path.utf8.drop { $0 == UInt8(ascii: "/") }.map { byte in
      isUnreserved(byte) || byte == UInt8(ascii: "/")
        ? String(Unicode.Scalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default: return "-._~".utf8.contains(byte)
    }
  }

  /// Returns whether a byte may be in a link (RFC 3986, 2).
  private static func isOfLinks(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || ":/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }
}

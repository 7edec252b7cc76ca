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
/// Names of files are anybody's text. They can't change where a link leads to: all characters that
/// mean something in a link are escaped, and the template names the scheme and the host.
package struct LinkTemplate: Sendable {
  /// The link in which words are replaced.
  package let text: String

  /// What is wrong with a template.
  package struct Failure: Error, CustomStringConvertible {
    /// A sentence that says what to write instead.
    package let description: String
  }

  /// Creates a template of a link.
  ///
  /// - Throws: A ``Failure`` if no link begins like this, or it names no file.
  package init(_ text: String) throws(Failure) {
    self.text = text
    let plain = [Self.file, Self.path, Self.line].reduce(text) { $0.replacing($1, with: "") }
    guard plain.utf8.allSatisfy(Self.isOfLinks) else {
      throw Failure(
        description:
          "\"\(text)\" is no template of links: {file}, {path} and {line} are replaced, and "
          + "everything else must be a link as it is")
    }
    // In front of the first word, somebody has said which program opens the link, and where it leads to.
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

  /// The template for an editor by its name, or `nil` if there is none of that name.
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
  /// It begins with no slash, and so with no name of a host.
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

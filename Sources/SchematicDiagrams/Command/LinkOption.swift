import Foundation
import SchematicGraphviz

extension LinkTemplate {
  /// Creates the template that the option `--links` asks for.
  ///
  /// - Parameters:
  ///   - option: The argument of `--links`: `github`, the name of an editor, or a template.
  ///   - folder: The folder that the command runs in.
  ///   - environment: The environment of the process.
  /// - Throws: A ``DiagramError`` if the argument is none of these, or if `github` finds no repository.
  init(
    option: String, in folder: DiagramFolder = DiagramFolder(path: "."),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(DiagramError) {
    if let known = LinkTemplate.named(option) {
      self = known
      return
    }
    let text =
      try option == "github" ? GitHubRevision(of: folder, environment).template : option
    do {
      self = try LinkTemplate(text)
    } catch {
      throw DiagramError(.invalidName, "--links: \(error); github and vscode are short for one")
    }
  }
}

/// A revision of a repository on GitHub, or on a server whose addresses have the same form.
private struct GitHubRevision {
  private let repository: HostedRepository
  private let revision: String
  /// The path of the folder in the repository: empty, or with a slash at its end.
  private let folder: String

  /// Finds the revision of a folder in the variables of GitHub Actions or, without these, by asking git.
  init(of folder: DiagramFolder, _ environment: [String: String]) throws(DiagramError) {
    let prefix = try GitRevision.answer(["rev-parse", "--show-prefix"], in: folder) ?? ""
    self.folder = prefix
    if let name = environment["GITHUB_REPOSITORY"], let revision = environment["GITHUB_SHA"] {
      let server = environment["GITHUB_SERVER_URL"] ?? "https://github.com"
      (repository, self.revision) = (HostedRepository(server: server, name: name), revision)
      return
    }
    guard let remote = try GitRevision.answer(["remote", "get-url", "origin"], in: folder),
      let repository = HostedRepository(remote: remote),
      let revision = try GitRevision.answer(["rev-parse", "HEAD"], in: folder)
    else {
      throw DiagramError(
        .unknownRevision,
        "--links github finds neither GITHUB_REPOSITORY and GITHUB_SHA in the environment nor a git "
          + "repository with a commit and a remote \"origin\" on a server; write the template, such as "
          + "https://github.com/OWNER/NAME/blob/main/{file}#L{line}")
    }
    (self.repository, self.revision) = (repository, revision)
  }

  var template: String {
    "\(repository.server)/\(repository.name)/blob/\(revision)/"
      + "\(LinkTemplate.escaped(folder)){file}#L{line}"
  }
}

/// A repository on a server: `https://github.com` and `apple/swift`.
struct HostedRepository: Hashable {
  let server: String
  let name: String

  init(server: String, name: String) {
    self.server = server
    self.name = name
  }

  /// Reads the address from which git fetches: `https://github.com/apple/swift.git` or
  /// `git@github.com:apple/swift.git`; `nil` if it is on no server.
  init?(remote: String) {
    let parts = remote.components(separatedBy: "://")
    guard parts.count < 3, parts.count == 1 || ["https", "http", "ssh", "git"].contains(parts[0])
    else { return nil }
    var address = parts[parts.count - 1]
    if parts.count == 1 {
      guard let colon = address.firstIndex(of: ":") else { return nil }
      address.replaceSubrange(colon...colon, with: "/")
    }
    var names = address.split(separator: "/").map(String.init)
    guard names.count > 2 else { return nil }
    // The address may contain a name and a password, which must not become part of links.
    var host = names.removeFirst().split(separator: "@").last.map(String.init) ?? ""
    // The port of SSH isn't the port of web pages.
    if !parts[0].hasPrefix("http") { host = String(host.prefix { $0 != ":" }) }
    let name = names.joined(separator: "/")
    self.init(
      server: "\(parts[0] == "http" ? "http" : "https")://\(host)",
      name: name.hasSuffix(".git") ? String(name.dropLast(4)) : name)
  }
}

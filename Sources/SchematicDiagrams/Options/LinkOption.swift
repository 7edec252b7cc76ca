import Foundation
import SchematicGraphviz

extension LinkTemplate {
  /// Creates the template that the option `--links` asks for.
  ///
  /// - Parameters:
  ///   - option: The argument of `--links`: `github`, the name of an editor, or a template.
  ///   - folder: The folder that the command runs in.
  ///   - environment: The environment of the process.
  /// - Throws: A ``DiagramError`` if the argument is none of these, or if `github` is used outside of GitHub Actions.
  init(
    option: String, in folder: DiagramFolder = DiagramFolder(path: "."),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(DiagramError) {
    if let known = LinkTemplate.named(option) {
      self = known
      return
    }
    let text = try option == "github" ? Self.ofActions(environment, in: folder) : option
    do {
      self = try LinkTemplate(text)
    } catch {
      throw DiagramError(.invalidName, "--links: \(error); github and vscode are short for one")
    }
  }
}

extension LinkTemplate {
  /// Returns the template of links to the revision that GitHub Actions runs on, as the environment says.
  ///
  /// `folder` is a folder of the repository.
  private static func ofActions(
    _ environment: [String: String], in folder: DiagramFolder
  ) throws(DiagramError) -> String {
    guard let name = environment["GITHUB_REPOSITORY"], let revision = environment["GITHUB_SHA"]
    else {
      throw DiagramError(
        .unknownRevision,
        "--links github finds no GITHUB_REPOSITORY and GITHUB_SHA in the environment, as GitHub Actions has them; "
          + "write the template, such as https://github.com/OWNER/NAME/blob/main/{file}#L{line}")
    }
    let server = environment["GITHUB_SERVER_URL"] ?? "https://github.com"
    // The path of the folder in the repository: empty, or with a slash at its end.
    let prefix = try GitRevision.answer(["rev-parse", "--show-prefix"], in: folder) ?? ""
    return "\(server)/\(name)/blob/\(revision)/\(LinkTemplate.escaped(prefix)){file}#L{line}"
  }
}

import ArgumentParser
import Foundation
import SchematicGraph
import SchematicGraphviz
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct LinkOptionTests {
  private enum Tool: DiagramTool {
    static let catalog: DiagramCatalog = Door.catalog
    static let pages: [String] = []
  }

  private let ci = [
    "GITHUB_REPOSITORY": "owner/name", "GITHUB_SHA": "0123abc",
    "GITHUB_SERVER_URL": "https://git.example.com",
  ]

  @Test func githubTakesTheRepositoryFromTheEnvironment() throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "Door.swift")
    #expect(
      try LinkTemplate(option: "github", in: folder.folder, environment: ci).text
        == "https://git.example.com/owner/name/blob/0123abc/{file}#L{line}")
    var environment = ci
    environment["GITHUB_SERVER_URL"] = nil
    #expect(
      try LinkTemplate(option: "github", in: folder.folder, environment: environment).text
        == "https://github.com/owner/name/blob/0123abc/{file}#L{line}")
    environment["GITHUB_REPOSITORY"] = "owner/\"name<"
    #expect(throws: DiagramError.self) {
      try LinkTemplate(option: "github", in: folder.folder, environment: environment)
    }
  }

  @Test func githubOutsideOfActionsIsAnErrorWithTheTemplateToWrite() throws {
    let error = #expect(throws: DiagramError.self) {
      try LinkTemplate(option: "github", environment: [:])
    }
    #expect(error?.description.contains("OWNER/NAME/blob/main/{file}#L{line}") == true)
  }

  @Test func anythingElseMustBeALink() throws {
    let text = "https://example.com/{file}#L{line}"
    #expect(try LinkTemplate(option: text).text == text)
    #expect(try LinkTemplate(option: "vscode").text == "vscode://file/{path}:{line}")
    let error = #expect(throws: DiagramError.self) { try LinkTemplate(option: "emacs") }
    #expect(error?.description.contains("--links: \"emacs\" is no template of links") == true)
  }

  private func render(_ arguments: String...) throws -> String {
    let temporary = TemporaryFolder()
    try temporary.write("", to: "out")
    let command = try DiagramCommand<Tool>.parseAsRoot(
      ["render"] + arguments + ["--output", temporary.folder.path(of: "out")])
    var runnable = command
    try runnable.run()
    return try temporary.text(of: "out") ?? ""
  }

  @Test func picturesAndPagesLinkToTheRules() throws {
    let link = "https://example.com/{file}#L{line}"
    for format in ["svg", "dark"] {
      let text = try render("Door", "--format", format, "--links", link)
      #expect(
        text.contains(
          /xlink:href="https:\/\/example.com\/[^"]*Door.swift#L25" xlink:title="[^"]*Door.swift:25/)
      )
    }
    for arguments in [["Door"], []] {
      let text = try render(arguments, link)
      #expect(text.contains(/"https:\/\/example.com\/[^"]*Door.swift#L25"/))
    }
    let text = try render("Door", "--links", "vscode")
    #expect(text.contains(/xlink:href="vscode:\/\/file\/[^"]*Door.swift:25" xlink:title="/))
  }

  private func render(_ names: [String], _ link: String) throws -> String {
    names.isEmpty
      ? try render("--format", "html", "--links", link)
      : try render(names[0], "--format", "html", "--links", link)
  }

  @Test func renderDrawsTheSameWithoutLinks() throws {
    let diagram = Door.catalog.diagrams[0]
    let svg = try diagram.graph.render(.svg, name: "Door", style: diagram.style)
    #expect(try render("Door") == String(decoding: svg, as: UTF8.self))
    let page = try PlayerPage([("Door", diagram.graph)], title: "Door").html
    #expect(try render("Door", "--format", "html") == page)
    #expect(!page.contains("codePlace"))
  }

  @Test func otherFormatsRefuseLinks() {
    #expect(throws: (any Error).self) {
      try DiagramCommand<Tool>.parseAsRoot(
        ["render", "Door", "--format", "png", "--links", "vscode"])
    }
  }
}

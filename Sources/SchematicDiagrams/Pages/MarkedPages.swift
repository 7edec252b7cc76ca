import Foundation

/// Brings the marked parts of pages up to date with the rules, and checks whether they are.
@MainActor struct MarkedPages {
  let pages: [MarkedPage]

  /// Returns what is out of date, page by page.
  func problems(
    with catalogue: DiagramCatalogue, only names: [String] = []
  ) throws(DiagramError) -> [DiagramProblem] {
    var problems: [DiagramProblem] = []
    for page in pages {
      for (part, new) in try contents(of: page, with: catalogue, only: names) {
        let old = page.content(of: part)
        guard old != new else { continue }
        let isFormatting = Wording(of: old) == Wording(of: new)
        problems.append(
          DiagramProblem(
            file: page.path, line: part.line + 1,
            kind: isFormatting
              ? .formatting : .staleText(of: "the \(part.notation.name) of \(part.diagram)")))
      }
    }
    return problems
  }

  /// Returns the pages that are to be written, with their text.
  func updates(
    with catalogue: DiagramCatalogue, only names: [String] = []
  ) throws(DiagramError) -> [(path: String, text: String)] {
    var updates: [(path: String, text: String)] = []
    for page in pages {
      let contents = try contents(of: page, with: catalogue, only: names)
      guard contents.contains(where: { page.content(of: $0.part) != $0.content }) else { continue }
      updates.append((page.path, page.text(replacing: contents)))
    }
    return updates
  }

  /// Returns what is to stand in the parts of a page that show the given diagrams.
  private func contents(
    of page: MarkedPage, with catalogue: DiagramCatalogue, only names: [String]
  ) throws(DiagramError) -> [(part: MarkedPage.Part, content: String)] {
    var contents: [(part: MarkedPage.Part, content: String)] = []
    for part in page.parts {
      guard let diagram = catalogue.diagrams.first(where: { $0.name == part.diagram }) else {
        let unknown = DiagramError.unknownName(part.diagram, known: catalogue.diagrams.map(\.name))
        throw DiagramError(.invalidMarker, "\(page.path):\(part.line + 1): \(unknown.description)")
      }
      guard names.isEmpty || names.contains(part.diagram) else { continue }
      let markdown = part.notation.markdown(of: diagram.graph, named: diagram.name)
      contents.append((part, page.content(of: part, saying: markdown)))
    }
    return contents
  }
}

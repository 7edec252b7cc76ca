#if Command
  import ArgumentParser
  import Foundation
  import SchematicAnalysis
  import SchematicGraph
  import SchematicGraphviz

  /// `render`: draws one diagram, or a page of all diagrams.
  struct RenderCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "render",
        abstract: "Draws one diagram to a file or to standard output.",
        discussion: """
          EXAMPLES:
            render Turnstile > turnstile.svg
            render Turnstile --format pdf --output turnstile.pdf
            render Turnstile --format text
            render Turnstile --highlight unlocked > unlocked.svg
            render Turnstile --walk "coin [paid]" push > turnstile.svg
            render --format html > machines.html
            render --format html --links github > machines.html
            render Player --around playing --steps 2 --without rejections tick > playing.svg
          """
      )
    }

    @Argument(
      help: "The name of the diagram, as list prints it; left out, a page of all of them is drawn.")
    var name: String?

    @Option(
      help: ArgumentHelp(
        "What to write: \(DiagramFormat.names).", discussion: "Unless given: svg."),
      transform: DiagramFormat.named)
    var format = DiagramFormat.svg

    @Option(name: .shortAndLong, help: "The file to write; standard output unless given.")
    var output: String?

    @Option(help: "The identifier of a state to highlight in an image.")
    var highlight: String?

    @Option(
      name: .long, parsing: .upToNextOption,
      help: ArgumentHelp(
        "Events by their labels: the SVG plays them, one after the other, from the initial state.",
        discussion: """
          If the guard decides: "coin [paid]". Without events, --format walk takes every arrow, in up to \
          \(WalkAnimation.mostSteps) steps.
          """, valueName: "event"))
    var walk: [String] = []

    @Option(
      name: .long, parsing: .upToNextOption,
      help: "The identifiers of states: only what lies around them is shown.")
    var around: [String] = []

    @Option(help: "The most transitions between a state that is shown and those of --around.")
    var steps = 1

    @Option(
      name: .long, parsing: .upToNextOption,
      help: "What to leave out: events by their labels, and \"rejections\".")
    var without: [String] = []

    @Option(
      name: .long, parsing: .upToNextOption,
      help: "Composite states to show without the states inside.")
    var collapse: [String] = []

    @Option(
      help: ArgumentHelp(
        "Make states and arrows links to their lines of code: \"github\", \"vscode\", or a link with "
          + "{file} or {path}, and {line}.", valueName: "template"))
    var links: String?

    @Flag(help: "Draw --format text with ASCII only.")
    var ascii = false

    func validate() throws {
      guard name != nil || format == .html else {
        throw ValidationError("--format \(format.rawValue) draws one diagram; name it.")
      }
      guard !ascii || format == .txt else {
        throw ValidationError("--format \(format.rawValue) is no plain text; leave out --ascii.")
      }
      guard links == nil || format.hasLinks else {
        let known = DiagramFormat.allCases.filter(\.hasLinks).map(\.rawValue).joined(
          separator: ", ")
        throw ValidationError("--format \(format.rawValue) has no links; --links is for \(known).")
      }
      guard walk.isEmpty || format.image == .svg else {
        throw ValidationError(
          "--format \(format.rawValue) plays no walk; --walk is for svg, dark and walk.")
      }
      guard highlight == nil || format.image != nil else {
        throw ValidationError(
          "--format \(format.rawValue) lights no state; --highlight is for images.")
      }
      guard highlight == nil || walk.isEmpty && format != .walk else {
        throw ValidationError("A walk lights its states; leave out --highlight.")
      }
    }

    func run() throws {
      try CommandRunner.perform {
        let links = try links.map { CodeLinks(to: try LinkTemplate(option: $0), in: .current) }
        guard let name else {
          let diagrams = try Tool.catalog.explored().diagrams
          let page = try PlayerPage(
            diagrams.map { ($0.name, $0.graph) }, title: Tool.name, links: links)
          return try write(Data(page.html.utf8))
        }
        for diagram in try Tool.catalog.diagrams(named: [name]) {
          let graph = try view(of: diagram.graph, named: name)
          var style = diagram.style
          if ascii { style.usesASCII = true }
          let text = format.text(of: graph, named: name, style: format.style(from: style))
            .map { Data($0.utf8) }
          let marks = try marks(in: graph, named: name)
          let drawing = try format.drawing(
            of: graph, named: name, style: style, marks: marks, links: links,
            walk: try walk(in: graph, named: name))
          try write(text ?? drawing?.data ?? Data())
        }
      }
    }

    /// Returns the view of a graph that the options request.
    private func view(of graph: StateGraph, named name: String) throws(DiagramError) -> StateGraph {
      do throws(UnknownNameError) {
        var graph = graph
        for composite in collapse { graph = try graph.collapsing(composite) }
        let events = without.filter { $0 != Self.rejections }
        if !events.isEmpty { graph = try graph.without(events: events) }
        if events.count < without.count { graph = graph.withoutRejections() }
        return around.isEmpty ? graph : try graph.around(around, steps: steps)
      } catch {
        throw .unknownName(in: name, "\(error)")
      }
    }

    /// The name for rejections and traps on the command line.
    private static var rejections: String { "rejections" }

    private func walk(in graph: StateGraph, named name: String) throws(DiagramError) -> Walk? {
      guard !walk.isEmpty else { return nil }
      do throws(WalkError) {
        return try graph.walk(sending: walk)
      } catch {
        throw .unknownName(in: name, "\(error)")
      }
    }

    private func marks(in graph: StateGraph, named name: String) throws -> DiagramMarks {
      guard let highlight else { return DiagramMarks() }
      let states = graph.states.map(\.identifier)
      guard states.contains(highlight) else {
        throw DiagramError.unknownState(highlight, of: name, known: states)
      }
      return .current(highlight)
    }

    private func write(_ content: Data) throws {
      guard let output else { return try StandardOutput.write(content) }
      try FileTransaction.write(content, to: output)
    }
  }
#endif

import SchematicAnalysis
import SchematicGraph

/// A style sheet with which an SVG plays walks: it lights a state, then the arrow that is taken and its text,
/// then the next state, and begins anew at the end.
///
/// Its CSS animations also run if a page shows the SVG as an image. On paper, and for readers who prefer
/// reduced motion (W3C Media Queries Level 5, §11.1), the picture is still, and nothing is lit. The
/// animations change SVG groups, and the shapes inside inherit from their groups.
struct WalkAnimation {
  /// The maximum number of steps if the user doesn't choose a walk.
  static let mostSteps = 14

  /// Times in tenths of a second: how long a state is lit, an arrow is lit, a walk rests at its end, and a
  /// light takes to come or go.
  private static let (stateTime, arrowTime, restTime, fadeTime) = (7, 5, 8, 1)

  private let walks: [Walk]
  private let style: DiagramStyle
  private var duration = 0
  /// The elements in the order in which they are first lit, each with the times during which it is lit.
  private var lights: [(element: Element, times: [Range<Int>])] = []

  /// An element that can be lit: a state, an arrow, or a row of an arrow's text.
  private struct Element: Hashable {
    /// The CSS selector of the element's SVG groups.
    let groups: String
    let isState: Bool
    var row: Int?

    var selector: String { row.map { "\(groups) text:nth-of-type(\($0 + 1))" } ?? groups }
  }

  /// Returns walks that together take every transition, cut off after ``mostSteps`` steps in all.
  ///
  /// Graphs that differ only in the order of their elements have the same walks.
  static func walks(in graph: StateGraph) -> [Walk] {
    var left = mostSteps
    return graph.inRecordedOrder.tours().map { walk in
      defer { left -= min(left, walk.steps.count) }
      return walk.prefix(left)
    }.filter { !$0.steps.isEmpty }
  }

  /// Creates the animation of some walks, one after the other.
  init(of walks: [Walk], in graph: StateGraph, _ style: DiagramStyle) {
    self.walks = walks
    self.style = style
    let places = Places(in: graph)
    for walk in walks {
      light(places.states(of: walk.start), for: Self.stateTime)
      for step in walk.steps {
        light(places.elements(during: step), for: Self.arrowTime)
        light(places.states(of: step.target), for: Self.stateTime)
      }
      light(places.states(of: walk.end), for: Self.restTime)
    }
    // The last light takes time to go out.
    duration += Self.fadeTime
  }

  private mutating func light(_ elements: [Element], for time: Int) {
    for element in elements {
      let index = lights.firstIndex { $0.element == element } ?? lights.endIndex
      if index == lights.endIndex { lights.append((element, [])) }
      if let last = lights[index].times.last, last.upperBound == duration {
        lights[index].times[lights[index].times.count - 1] = last.lowerBound..<(duration + time)
      } else {
        lights[index].times.append(duration..<(duration + time))
      }
    }
    duration += time
  }

  /// A sentence that tells which events are played, and the style sheet.
  var motion: (sentence: String, sheet: String) {
    let texts = walks.map { walk in
      walk.steps.map { $0.rule.label.occasion() }.joined(separator: ", ")
    }
    return ("Plays \(texts.joined(separator: "; and anew: ")).", sheet)
  }

  /// The style sheet in a `style` element.
  var sheet: String {
    let elements = lights.map(\.element)
    let states = Self.any(of: elements.filter(\.isState).map(\.groups))
    let arrows = Self.any(of: elements.filter { !$0.isState }.map(\.groups))
    let parted = elements.filter { $0.row != nil }.map(\.groups)
    // Rows are lit one by one, so the text of their arrow isn't lit as a whole.
    let rows = parted.isEmpty ? "" : "\(Self.any(of: parted)) text{color:var(--line)}\n"
    let dark = style.darkPalette.map {
      "\n@media (prefers-color-scheme: dark) {\n.graph{\(Self.variables($0))}\n}"
    }
    return """

      <style>
      .graph{\(Self.variables(style.palette))}\(dark ?? "")
      @media screen and (prefers-reduced-motion: no-preference) {
      \(states) *{stroke:inherit}
      \(states) :not([fill="none"],text){fill:inherit}
      \(states) polyline{stroke:currentColor}
      \(states) text{fill:currentColor;stroke:none}
      \(arrows) :not(text){stroke:currentColor;stroke-width:inherit}
      \(arrows) :is(polygon,text){fill:currentColor}
      \(rows)\(lights.indices.map(rules).joined(separator: "\n"))
      }
      </style>
      """
  }

  private static func any(of selectors: [String]) -> String {
    ":is(\(selectors.uniqued().joined(separator: ",")))"
  }

  private static func variables(_ palette: DiagramPalette) -> String {
    "--ink:\(palette.ink);--line:\(palette.line);--paper:\(palette.paper);--lit:\(palette.positive)"
  }

  /// Returns the CSS that lights the element with an index.
  private func rules(of index: Int) -> String {
    let (element, times) = lights[index]
    let lit = times.flatMap { [$0.lowerBound + Self.fadeTime, $0.upperBound] }
    let unlit = [0] + times.flatMap { [$0.lowerBound, $0.upperBound + Self.fadeTime] } + [duration]
    let (on, off) =
      element.isState
      ? (
        "fill:var(--lit);stroke:var(--lit);color:var(--paper)",
        "fill:var(--paper);stroke:var(--line);color:var(--ink)"
      ) : ("color:var(--lit);stroke-width:2.4", "color:var(--line);stroke-width:1.1")
    return """
      \(element.selector){animation:walk\(index) \(duration / 10).\(duration % 10)s linear infinite}
      @keyframes walk\(index){\(keys(unlit)){\(off)}\(keys(lit)){\(on)}}
      """
  }

  /// Returns times as the selectors of key frames: percentages of the whole duration.
  private func keys(_ times: [Int]) -> String {
    times.uniqued().filter { $0 <= duration }.map { time in
      let (whole, rest) = (time * 10_000 / duration).quotientAndRemainder(dividingBy: 100)
      return rest == 0 ? "\(whole)%" : "\(whole).\(rest / 10)\(rest % 10)%"
    }.joined(separator: ",")
  }
}

extension WalkAnimation {
  /// The elements of a picture that show the states and arrows of a graph.
  private struct Places {
    private let tree: ConfigurationTree
    private var states: [String: Element] = [:]
    private var arrows: [StateGraph.Rule: [Element]] = [:]

    init(in graph: StateGraph) {
      tree = ConfigurationTree(of: graph)
      let elements = DiagramElements(of: graph)
      let composites = Dictionary(
        graph.composites.map { ($0.identifier, $0.parent) }, uniquingKeysWith: { first, _ in first }
      )
      for state in graph.states {
        // If a state isn't drawn, such as a copy for a history, the composite state around it is lit.
        var (drawn, outer) = (elements.drawnStates[state.identifier], state.parent)
        while drawn == nil, let next = outer {
          (drawn, outer) = (elements.drawnStates[next], composites[next] ?? nil)
        }
        states[state.identifier] = drawn.map { Element(groups: "#\($0)", isState: true) }
      }
      for (index, arrow) in elements.arrows.enumerated() {
        let names = [DiagramElements.arrow(index), DiagramElements.wayBack(index)]
        var lit = [Element(groups: ":is(#\(names[0]),#\(names[1]))", isState: false)]
        for (row, rules) in arrow.lines.enumerated() {
          if arrow.lines.count > 1 {
            lit = [lit[0], Element(groups: lit[0].groups, isState: false, row: row)]
          }
          for rule in rules { arrows[rule, default: []] += lit }
        }
      }
    }

    func states(of configuration: String) -> [Element] {
      tree.configuration(named: configuration)?.states.compactMap { states[$0] } ?? []
    }

    /// Returns the arrows of a step, and the states of the regions that don't take part in it.
    func elements(during step: Walk.Step) -> [Element] {
      let after = states(of: step.target)
      let left = step.parts.compactMap { states[$0.source] }
      let resting = states(of: step.source).filter { after.contains($0) && !left.contains($0) }
      return resting + step.parts.flatMap { arrows[$0] ?? [] }.uniqued()
    }
  }
}

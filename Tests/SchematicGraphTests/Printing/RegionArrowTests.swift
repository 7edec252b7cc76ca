import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Arrows that begin in a state of a region, and lead out of it or to the state around it.
@Suite struct RegionArrowTests {
  enum Lid: CaseIterable, Graphable { case shut, open }
  enum Heat: CaseIterable, Graphable { case off, on }
  struct Oven: GraphableRegions, Equatable {
    var lid = Lid.shut
    var heat = Heat.off
  }
  enum Kitchen: Graphable, Equatable {
    case empty, oven(Oven)
    static let graphCases: [Kitchen] = [.empty, .oven(Oven())]
  }
  enum Event: CaseIterable, Graphable { case place, lift, turn, trip, carry }

  /// The graph of a kitchen; if it is `safe`, nobody carries an oven that is open.
  private static func graph(isSafe: Bool = true) -> StateGraph {
    let oven = StateMachineSchema<Oven, Event, Void>(
      initialState: Oven(),
      regions: .region(\.lid) { lid, event in
        event == .lift ? .to(lid == .shut ? .open : .shut) : .ignored
      },
      .region(\.heat) { heat, event in
        heat == .off && event == .turn ? .to(.on) : .ignored
      })
    let schema = StateMachineSchema<Kitchen, Event, Void>(initialState: .empty) { kitchen, event in
      switch (kitchen, event) {
      case (.empty, .place): .to(.oven(Oven()))
      case (.oven(let oven), .trip): oven.heat == .on ? .to(.oven(Oven()), "reset") : .ignored
      case (.oven(let oven), .carry):
        oven.lid == .shut || !isSafe ? .to(.empty, "carry out") : .ignored
      default: .ignored
      }
    }
    .embedding(oven, in: Kitchen.oven)
    return StateGraph(schema)
  }

  @Test(arguments: Notation.allCases)
  func notationShowsArrowsThatBeginInARegion(notation: Notation) {
    let text = notation.text(of: Self.graph())
    for word in ["carry out", "reset"] { #expect(text.contains(word), "\(text)") }
  }

  @Test func tableHasARowInTheRegionInWhichAnArrowBegins() {
    let lines = Self.graph().markdownTable().split(separator: "\n")
    #expect(
      lines.filter { $0.contains("carry") || $0.contains("trip") } == [
        "| oven.lid.shut | carry |  | carry out | empty |",
        "| oven.heat.on | trip |  | reset | oven |",
      ])
  }

  @Test func textHasARowInTheBoxInWhichAnArrowBegins() {
    let text = Self.graph().textPicture()
    #expect(text.contains("carry / carry out ──▶ empty"), "\(text)")
    #expect(text.contains("trip / reset      ──▶ oven"), "\(text)")
  }

  @Test func textMarksArrowsThatBeginInARegion() {
    let (old, new) = (Self.graph(), Self.graph(isSafe: false))
    let both = new.comparison(with: old)
    let lines = TextPrinter(marks: both.marks).text(of: both.graph).split(separator: "\n")
    let marked = lines.filter { $0.contains("carry out") }.map { $0.prefix(1) }
    #expect(marked.sorted() == ["+", "-"], "\(lines.joined(separator: "\n"))")
  }
}

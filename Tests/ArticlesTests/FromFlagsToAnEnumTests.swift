import SchematicGraph
import SchematicTesting
import Testing

/// A screen with a list of orders.
class OrdersScreen {
  var showsTable = false
  var showsEmptyLabel = false
  var showsErrorLabel = false
  var showsSpinner = false
  var showsRetryButton = false

  func load() {
    showsSpinner = true
    showsEmptyLabel = false
    showsErrorLabel = false
    showsRetryButton = false
  }

  func received(_ orders: [String]) {
    guard showsSpinner else { return }
    showsSpinner = false
    showsTable = !orders.isEmpty
    showsEmptyLabel = orders.isEmpty
  }

  func failed() {
    guard showsSpinner else { return }
    showsSpinner = false
    showsErrorLabel = true
    showsRetryButton = true
  }
}

extension OrdersScreen {
  static let flags = [
    "showsTable", "showsEmptyLabel", "showsErrorLabel", "showsSpinner", "showsRetryButton",
  ]

  static func graph(of make: @escaping () -> OrdersScreen = { OrdersScreen() }) -> StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, flags: flags) }, make),
      steps: [
        .step("load") { $0.load() },
        .step("received", with: [[], ["tea"]], named: "orders") { $0.received($1) },
        .step("failed") { $0.failed() },
      ])
  }
}

/// The screen with a line more.
final class MendedScreen: OrdersScreen {
  override func load() {
    super.load()
    showsTable = false
  }
}

/// What is on the screen.
struct VisibleParts {
  var showsTable = false
  var showsEmptyLabel = false
  var showsErrorLabel = false
  var showsSpinner = false
  var showsRetryButton = false
}

/// The same screen, whose flags follow from its state.
final class OrdersModel {
  enum State { case new, loading, table, empty, failed }
  private(set) var state = State.new

  var visible: VisibleParts {
    switch state {
    case .new: VisibleParts()
    case .loading: VisibleParts(showsSpinner: true)
    case .table: VisibleParts(showsTable: true)
    case .empty: VisibleParts(showsEmptyLabel: true)
    case .failed: VisibleParts(showsErrorLabel: true, showsRetryButton: true)
    }
  }

  func load() { state = .loading }

  func received(_ orders: [String]) {
    guard state == .loading else { return }
    state = orders.isEmpty ? .empty : .table
  }

  func failed() {
    guard state == .loading else { return }
    state = .failed
  }
}

extension OrdersModel {
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0.visible, flags: OrdersScreen.flags) }) { OrdersModel() },
      steps: [
        .step("load") { $0.load() },
        .step("received", with: [[], ["tea"]], named: "orders") { $0.received($1) },
        .step("failed") { $0.failed() },
      ])
  }
}

@Suite struct FromFlagsToAnEnumTests {
  /// The text of a picture of the article.
  private static func picture(_ name: String) -> String {
    "../../Sources/SchematicGraph/SchematicGraph.docc/Resources/\(name).dot"
  }

  @Test func fewCombinationsOfFlagsAreReachable() {
    let graph = OrdersScreen.graph()
    #expect(
      graph.states.map(\.identifier) == [
        "none", "showsSpinner", "showsEmptyLabel", "showsTable",
        "showsErrorLabel, showsRetryButton", "showsTable, showsSpinner",
        "showsTable, showsErrorLabel, showsRetryButton",
      ])
    expectDiagram(of: graph, matches: Self.picture("OrdersScreen"))
  }

  @Test func graphSaysHowAScreenContradictsItself() throws {
    let found = try OrdersScreen.graph().check(
      .never("showsTable, showsErrorLabel, showsRetryButton"))
    #expect(
      found?.walk.description == """
        none: load -> showsSpinner, received [orders = ["tea"]] -> showsTable, \
        load -> showsTable, showsSpinner, failed -> showsTable, showsErrorLabel, showsRetryButton
        """)
  }

  @Test func differenceNamesTheArrowsThatAreGone() {
    let edits = OrdersScreen.graph(of: { MendedScreen() }).diff(from: OrdersScreen.graph()).edits
    #expect(
      edits.map(\.description) == [
        "~ showsTable: load leads to showsSpinner, was showsTable, showsSpinner",
        "- state showsTable, showsSpinner",
        "- showsTable, showsSpinner -> showsEmptyLabel: received [orders = []]",
        "- showsTable, showsSpinner -> showsTable: received [orders = [\"tea\"]]",
        "- showsTable, showsSpinner -> showsTable, showsErrorLabel, showsRetryButton: failed",
        "- state showsTable, showsErrorLabel, showsRetryButton",
        "- showsTable, showsErrorLabel, showsRetryButton -> showsTable, showsSpinner: load",
      ])
  }

  @Test func pictureStaysWhenAnEnumReplacesTheFlags() {
    let picture = Self.picture("OrdersModel")
    expectDiagram(of: OrdersScreen.graph(of: { MendedScreen() }), matches: picture)
    expectDiagram(of: OrdersModel.graph, matches: picture)
  }
}

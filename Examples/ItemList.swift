import Schematic
import SchematicGraph

/// The states of a list of items.
enum ItemListState: Hashable {
  case loading
  case showingData([String])
  case empty
  case error(LoadingError)
}

extension ItemListState: Graphable {
  static var graphCases: [ItemListState] {
    [.loading, .showingData(["apple"]), .empty, .error(.offline)]
  }

  var graphLabel: String {
    switch self {
    case .showingData: "showing data"
    default: graphIdentifier
    }
  }
}

/// The events of a list of items.
enum ItemListEvent {
  case reload
  case loaded(Result<[String], LoadingError>)
}

extension ItemListEvent: Graphable {
  /// One value for each event, and for each kind of result.
  static var graphCases: [ItemListEvent] {
    [.reload, .loaded(.success(["apple"])), .loaded(.success([])), .loaded(.failure(.offline))]
  }

  var graphLabel: String {
    switch self {
    case .reload: "reload"
    case .loaded(.success(let items)): items.isEmpty ? "loaded nothing" : "loaded items"
    case .loaded(.failure): "failed to load"
    }
  }
}

/// A reason for loading to fail.
enum LoadingError: Error, Hashable {
  case offline
  case forbidden
}

/// A list of items, loaded when it is created and when its user reloads it.
final class ItemList {
  /// Loads items, now or later, and calls back with the result.
  typealias Loader = (_ completion: @escaping (Result<[String], LoadingError>) -> Void) -> Void

  /// True while a spinner is shown instead of the items.
  private(set) var isSpinning = false
  /// The rows on screen.
  private(set) var rows: [String] = []
  /// The sentence on screen if there are no rows.
  private(set) var message: String?

  private let loader: Loader
  private lazy var machine = StateMachine(schema: Self.schema, subject: self)

  /// Creates a list that is loading.
  init(loader: @escaping Loader) {
    self.loader = loader
    load()
  }

  /// The state of the list.
  var state: ItemListState { machine.state }

  /// Loads again, unless the list is already loading.
  func reload() {
    machine.handle(.reload)
  }

  /// The rules.
  static let schema = StateMachineSchema<ItemListState, ItemListEvent, ItemList>(
    initialState: .loading
  ) { state, event in
    switch state {
    case .loading:
      switch event {
      case .reload:
        return .ignored
      case .loaded(.success(let items)):
        return items.isEmpty
          ? .to(.empty, "say so") { $0.show(message: "There is nothing here yet.") }
          : .to(.showingData(items), "show rows") { $0.show(rows: items) }
      case .loaded(.failure(let error)):
        return .to(.error(error), "say why") { $0.show(message: "Loading failed: \(error).") }
      }
    case .showingData, .empty, .error:
      switch event {
      case .reload: return .to(.loading, "load") { $0.load() }
      case .loaded: return .ignored
      }
    }
  }

  private func load() {
    isSpinning = true
    // A loader that answers at once answers during the move to `loading`; the machine queues it.
    loader { [weak self] result in self?.machine.handle(.loaded(result)) }
  }

  private func show(rows: [String] = [], message: String? = nil) {
    isSpinning = false
    self.rows = rows
    self.message = message
  }
}

import Schematic

/// A stencil that is first looked up and then downloaded, each time in the background.
///
/// Work that was cancelled may go on; what it reports then is dropped.
@MainActor
final class StencilDownload {
  /// Work that takes its time, and reports its progress from 0 to 1 on the way.
  typealias Work = @MainActor (_ report: @MainActor (Double) -> Void) async -> Void

  /// The view that is told after every event.
  weak var view: (any StencilView)?

  private let fetch: Work
  private let download: Work
  private lazy var machine = StateMachine(schema: Self.schema, subject: self)

  /// Creates a stencil of which nothing is known yet.
  init(fetch: @escaping Work, download: @escaping Work) {
    self.fetch = fetch
    self.download = download
  }

  /// How far the stencil has come.
  var state: StencilState { machine.state }

  /// Starts the fetch, the first time that the view appears.
  func viewDidAppear() {
    machine.handle(.beginFetch)
  }

  /// Does what the title of the button says.
  func buttonTapped() {
    switch state {
    case .initial: machine.handle(.beginFetch)
    case .fetched: machine.handle(.beginDownload)
    case .downloaded: reset()
    case .fetching, .downloading: break
    }
  }

  /// Starts over, whatever is under way.
  func reset() {
    machine.handle(.reset)
  }
}

extension StencilDownload {
  /// The rules.
  static let schema = StateMachineSchema<StencilState, StencilEvent, StencilDownload>(
    initialState: .initial,
    on: MainActor.self
  ) { state, event in
    switch state {
    case .initial:
      switch event {
      case .beginFetch: return .to(.fetching(0))
      default: return .ignored
      }
    case .fetching:
      switch event {
      case .fetchProgress(let progress): return .stay(as: .fetching(progress))
      case .fetchCompleted: return .to(.fetched)
      case .reset: return .to(.initial)
      default: return .ignored
      }
    case .fetched:
      switch event {
      case .beginDownload: return .to(.downloading(0))
      case .reset: return .to(.initial)
      default: return .ignored
      }
    case .downloading:
      switch event {
      case .downloadProgress(let progress): return .stay(as: .downloading(progress))
      case .downloadCompleted: return .to(.downloaded)
      case .reset: return .to(.initial)
      default: return .ignored
      }
    case .downloaded:
      switch event {
      case .reset: return .to(.initial)
      default: return .ignored
      }
    }
  }
  .work(on: MainActor.self) { state, stencil in
    switch state {
    case .fetching:
      return StateWork { send in
        await stencil.fetch { send(.fetchProgress($0)) }
        return .fetchCompleted
      }
    case .downloading:
      return StateWork { send in
        await stencil.download { send(.downloadProgress($0)) }
        return .downloadCompleted
      }
    case .initial, .fetched, .downloaded:
      return nil
    }
  }
  .afterEvent(on: MainActor.self) { state, _, _, stencil in
    stencil.view?.show(StencilViewModel(state))
  }
}

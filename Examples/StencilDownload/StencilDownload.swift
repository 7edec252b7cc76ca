import Schematic

/// A stencil that is first looked up and then downloaded, each time in the background.
@MainActor
final class StencilDownload {
  /// Work that takes its time, and reports its progress from 0 to 1 on the way.
  typealias Work = @MainActor (_ report: @MainActor (Double) -> Void) async -> Void

  /// The view that is told after every event.
  weak var view: (any StencilView)?
  /// The work under way, or the last that was.
  private(set) var task: Task<Void, Never>?

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
    handle(.beginFetch)
  }

  /// Does what the title of the button says.
  func buttonTapped() {
    switch state {
    case .initial: handle(.beginFetch)
    case .fetched: handle(.beginDownload)
    case .downloaded: handle(.reset)
    case .fetching, .downloading: break
    }
  }

  /// Handles an event and tells the view.
  func handle(_ event: StencilEvent) {
    machine.handle(event)
    view?.show(StencilViewModel(state))
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
      case .beginFetch: return .to(.fetching(0), "start fetch") { $0.startFetch() }
      default: return .ignored
      }
    case .fetching:
      switch event {
      case .fetchProgress(let progress): return .stay(as: .fetching(progress))
      case .fetchCompleted: return .to(.fetched)
      case .reset: return .to(.initial, "cancel fetch") { $0.task?.cancel() }
      default: return .ignored
      }
    case .fetched:
      switch event {
      case .beginDownload: return .to(.downloading(0), "start download") { $0.startDownload() }
      case .reset: return .to(.initial)
      default: return .ignored
      }
    case .downloading:
      switch event {
      case .downloadProgress(let progress): return .stay(as: .downloading(progress))
      case .downloadCompleted: return .to(.downloaded)
      case .reset: return .to(.initial, "cancel download") { $0.task?.cancel() }
      default: return .ignored
      }
    case .downloaded:
      switch event {
      case .reset: return .to(.initial)
      default: return .ignored
      }
    }
  }

  private func startFetch() {
    start(fetch, progress: StencilEvent.fetchProgress, completion: .fetchCompleted)
  }

  private func startDownload() {
    start(download, progress: StencilEvent.downloadProgress, completion: .downloadCompleted)
  }

  /// Starts work whose reports come back as events, until it is cancelled.
  private func start(
    _ work: @escaping Work,
    progress: @escaping @Sendable (Double) -> StencilEvent,
    completion: StencilEvent
  ) {
    // Work may go on after it was cancelled. By then the machine may have begun the same phase
    // anew, so that its state alone could not tell a late report from one that is meant.
    task = Task {
      await work { part in
        if !Task.isCancelled { self.handle(progress(part)) }
      }
      if !Task.isCancelled { self.handle(completion) }
    }
  }
}

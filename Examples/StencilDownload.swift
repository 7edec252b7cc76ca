import Schematic
import SchematicGraph

/// The states of a stencil, from unknown to downloaded.
enum StencilState: Hashable {
  case initial
  case fetching(Double)
  case fetched
  case downloading(Double)
  case downloaded
}

extension StencilState: Graphable {
  static var graphCases: [StencilState] {
    [.initial, .fetching(0), .fetched, .downloading(0), .downloaded]
  }
}

/// The events of a stencil, from its user and from the task of each phase.
enum StencilEvent: Hashable {
  case beginFetch
  case fetchProgress(Double)
  case fetchCompleted
  case beginDownload
  case downloadProgress(Double)
  case downloadCompleted
  case reset
}

extension StencilEvent: Graphable {
  static var graphCases: [StencilEvent] {
    [
      .beginFetch, .fetchProgress(0.5), .fetchCompleted,
      .beginDownload, .downloadProgress(0.5), .downloadCompleted,
      .reset,
    ]
  }

  var graphLabel: String {
    switch self {
    case .beginFetch: "begin fetch"
    case .fetchProgress: "fetch progress"
    case .fetchCompleted: "fetch completed"
    case .beginDownload: "begin download"
    case .downloadProgress: "download progress"
    case .downloadCompleted: "download completed"
    case .reset: "reset"
    }
  }
}

/// A stencil that is first looked up and then downloaded, both in the background.
///
/// A canceled task may go on; the events that it still sends are dropped.
@MainActor
final class StencilDownload {
  /// An asynchronous function that reports its progress, from 0 to 1.
  typealias Step = @MainActor (_ report: @MainActor (Double) -> Void) async -> Void

  /// The view that is updated after every event.
  weak var view: (any StencilView)?

  private let fetch: Step
  private let download: Step
  private lazy var machine = StateMachine(schema: Self.schema, subject: self)

  /// Creates a stencil that has not been looked up.
  init(fetch: @escaping Step, download: @escaping Step) {
    self.fetch = fetch
    self.download = download
    machine.observe { [weak self] _ in self?.showState() }
  }

  /// The state of the stencil.
  var state: StencilState { machine.state }

  /// Starts the fetch when the view appears for the first time.
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

  /// Starts over from any state.
  func reset() {
    machine.handle(.reset)
  }

  private func showState() {
    view?.show(StencilViewModel(state))
  }
}

extension StencilDownload {
  /// The rules.
  static let schema = StateMachineSchema<StencilState, StencilEvent, StencilDownload>(
    initialState: .initial, on: MainActor.self
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
  } states: { state in
    switch state {
    case .fetching:
      return .task("fetch") { stencil, send in
        await stencil.fetch { send(.fetchProgress($0)) }
        return .fetchCompleted
      }
    case .downloading:
      return .task("download") { stencil, send in
        await stencil.download { send(.downloadProgress($0)) }
        return .downloadCompleted
      }
    case .initial, .fetched, .downloaded:
      return .none
    }
  }
}

/// A view that shows a stencil.
@MainActor
protocol StencilView: AnyObject {
  /// Shows a model.
  func show(_ model: StencilViewModel)
}

/// The contents of a view, for one state of the stencil.
struct StencilViewModel: Hashable {
  /// The sentence above the button.
  let description: String
  /// The text on the button.
  let buttonTitle: String
  /// True if the button can be tapped.
  let isButtonEnabled: Bool
  /// The position of the progress bar, from 0 to 1; `nil` if none is shown.
  let progress: Double?

  /// Describes a state.
  init(_ state: StencilState) {
    switch state {
    case .initial:
      self.init("Nothing is known about the stencil.", button: "Fetch")
    case .fetching(let progress):
      self.init("Looking the stencil up.", progress: progress)
    case .fetched:
      self.init("The stencil is there to be had.", button: "Download")
    case .downloading(let progress):
      self.init("The stencil is on its way.", progress: progress)
    case .downloaded:
      self.init("The stencil is here.", button: "Start over")
    }
  }

  private init(_ description: String, button: String) {
    self.description = description
    buttonTitle = button
    isButtonEnabled = true
    progress = nil
  }

  private init(_ description: String, progress: Double) {
    self.description = description
    buttonTitle = "Please wait"
    isButtonEnabled = false
    self.progress = progress
  }
}

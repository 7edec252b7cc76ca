import Schematic
import SchematicGraph

/// What a request is doing and, sent to its machine, what it is to do next.
enum RequestState: Hashable {
  case ready
  case fetching
  case saving
  case success(String)
  case failure(RequestError)

  /// Returns whether a request may move from this state to another.
  func allows(_ next: RequestState) -> Bool {
    switch self {
    case .ready:
      switch next {
      case .fetching, .saving: true
      case .ready, .success, .failure: false
      }
    case .fetching, .saving:
      switch next {
      case .success, .failure: true
      case .ready, .fetching, .saving: false
      }
    case .success, .failure:
      next == .ready
    }
  }
}

extension RequestState: Graphable {
  static var graphCases: [RequestState] {
    [.ready, .fetching, .saving, .success("data"), .failure(.timeout)]
  }
}

/// Why a request failed.
enum RequestError: Error, Hashable {
  case timeout
  case refused
}

/// A request that can be made again and again, one at a time.
///
/// Its machine has no events of its own: what is sent to it is the state wanted next.
final class NetworkRequest {
  /// Talks to the server and hands over a success or a failure, now or later.
  typealias Call = (_ completion: @escaping (RequestState) -> Void) -> Void

  /// Whether the server is being waited for.
  private(set) var isBusy = false
  /// What the last success brought.
  private(set) var data: String?
  /// Why the last request failed; `nil` once one succeeds.
  private(set) var error: RequestError?

  private let fetch: Call
  private let save: Call
  private lazy var machine = StateMachine(schema: Self.schema, subject: self)

  /// Creates a request that is ready.
  init(fetch: @escaping Call, save: @escaping Call) {
    self.fetch = fetch
    self.save = save
  }

  /// What the request is doing.
  var state: RequestState { machine.state }

  /// Moves on to another state, if the rules allow it.
  @discardableResult
  func move(to state: RequestState) -> Outcome {
    machine.handle(state)
  }

  /// The rules: any move that the states allow, and one reaction to each.
  static let schema = StateMachineSchema<RequestState, RequestState, NetworkRequest>(
    initialState: .ready,
    shouldMove: { state, wanted in state.allows(wanted) },
    didMove: { _, state, request in request.react(to: state) })

  private func react(to state: RequestState) {
    switch state {
    case .ready:
      isBusy = false
    case .fetching:
      call(fetch)
    case .saving:
      call(save)
    case .success(let data):
      self.data = data
      error = nil
      // Still in the step that led here: the machine queues the move and makes it next.
      move(to: .ready)
    case .failure(let error):
      self.error = error
      move(to: .ready)
    }
  }

  private func call(_ call: Call) {
    isBusy = true
    call { [weak self] in self?.move(to: $0) }
  }
}

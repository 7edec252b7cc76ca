import Schematic
import SchematicGraph

/// The states of a request, which are also its events: an event is the state wanted next.
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

/// A reason for a request to fail.
enum RequestError: Error, Hashable {
  case timeout
  case refused
}

/// A request that can be made again and again, one at a time.
///
/// Its machine has no events of its own: each event is the state wanted next.
final class NetworkRequest {
  /// Talks to the server and hands over a success or a failure, now or later.
  typealias Call = (_ completion: @escaping (RequestState) -> Void) -> Void

  /// True while the request waits for the server.
  private(set) var isBusy = false
  /// The data of the last success.
  private(set) var data: String?
  /// The error of the last failure; `nil` once a request succeeds.
  private(set) var error: RequestError?

  private let fetch: Call
  private let save: Call
  private lazy var machine = StateMachine(schema: Self.schema, subject: self)

  /// Creates a request that is ready.
  init(fetch: @escaping Call, save: @escaping Call) {
    self.fetch = fetch
    self.save = save
  }

  /// The state of the request.
  var state: RequestState { machine.state }

  /// Moves on to another state, if the rules allow it.
  @discardableResult
  func move(to state: RequestState) -> Outcome {
    machine.handle(state)
  }

  /// The rules: any move that the states allow, and one reaction to each.
  static let schema = StateMachineSchema<RequestState, RequestState, NetworkRequest>(
    initialState: .ready
  ) { state, wanted in
    guard state.allows(wanted) else { return .rejected }
    return .to(wanted) { $0.react(to: wanted) }
  }

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
      // This is called during a step: the machine queues the move and makes it next.
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

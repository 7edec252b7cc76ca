@testable import Examples
import Schematic
import Testing

@Suite struct NetworkRequestTests {
  /// The moves that a request may make; success and failure are left again at once.
  private static let allowed: [RequestState: Set<RequestState>] = [
    .ready: [.fetching, .saving],
    .fetching: [.success("data"), .failure(.timeout)],
    .saving: [.success("data"), .failure(.timeout)],
    .success("data"): [.ready],
    .failure(.timeout): [.ready],
  ]

  @Test(arguments: RequestState.graphCases, RequestState.graphCases)
  func requestMakesTheMovesThatAreAllowed(state: RequestState, wanted: RequestState) {
    let request = NetworkRequest(fetch: { _ in }, save: { _ in })
    let machine = StateMachine(schema: NetworkRequest.schema, subject: request, state: state)
    let isAllowed = Self.allowed[state]?.contains(wanted) ?? false
    #expect(machine.can(wanted) == isAllowed)
    #expect(machine.handle(wanted).isRejected == !isAllowed)
    #expect(machine.state == (isAllowed ? wanted : state))
  }

  @Test(arguments: [RequestState.fetching, .saving])
  func requestIsBusyUntilTheServerAnswers(work: RequestState) {
    var answer: ((RequestState) -> Void)?
    let request = NetworkRequest(fetch: { answer = $0 }, save: { answer = $0 })
    request.move(to: work)
    #expect(request.state == work)
    #expect(request.isBusy)
    answer?(.success("data"))
    #expect(request.state == .ready)
    #expect(!request.isBusy)
    #expect(request.data == "data")
  }

  @Test func requestBecomesReadyAgainAfterAFailure() {
    let request = NetworkRequest(fetch: { $0(.failure(.refused)) }, save: { _ in })
    #expect(request.move(to: .fetching) == .moved)
    #expect(request.state == .ready)
    #expect(!request.isBusy)
    #expect(request.error == .refused)
  }

  @Test func requestForgetsAFailureOnceAnotherOneSucceeds() {
    let request = NetworkRequest(fetch: { $0(.failure(.refused)) }, save: { $0(.success("ok")) })
    request.move(to: .fetching)
    request.move(to: .saving)
    #expect(request.state == .ready)
    #expect(request.error == nil)
    #expect(request.data == "ok")
  }

  @Test func everyActionRunsExactlyOncePerMove() {
    var fetches = 0
    var saves = 0
    let request = NetworkRequest(
      fetch: { completion in
        fetches += 1
        completion(.success("data"))
      },
      save: { _ in saves += 1 }
    )
    for wanted in [RequestState.fetching, .fetching, .saving, .saving] { request.move(to: wanted) }
    #expect(fetches == 2)
    #expect(saves == 1)
    #expect(request.state == .saving)
  }

  @Test func rejectionSaysWhichMoveWasNotAllowed() {
    let request = NetworkRequest(fetch: { _ in }, save: { _ in })
    let error = #expect(throws: RejectedEventError.self) {
      try request.move(to: .failure(.timeout)).get()
    }
    #expect(error?.state == "ready")
    #expect(request.state == .ready)
    #expect(request.error == nil)
  }

  @Test func requestRejectsASecondAnswer() {
    var answer: ((RequestState) -> Void)?
    let request = NetworkRequest(fetch: { answer = $0 }, save: { _ in })
    request.move(to: .fetching)
    answer?(.success("first"))
    answer?(.success("second"))
    #expect(request.data == "first")
    #expect(request.state == .ready)
  }
}

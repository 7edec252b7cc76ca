@testable import Examples
import Schematic
import SchematicTestKit
import Testing

@MainActor
@Suite struct StencilDownloadTests {
  /// The states in which the button can be tapped, and the position of the progress bar.
  nonisolated static let offers: [(StencilState, isEnabled: Bool, progress: Double?)] = [
    (.initial, true, nil),
    (.fetching(0.25), false, 0.25),
    (.fetched, true, nil),
    (.downloading(0.5), false, 0.5),
    (.downloaded, true, nil),
  ]

  private let view = StencilViewSpy()

  /// Returns a stencil whose view is the spy.
  private func stencil(
    fetch: @escaping StencilDownload.Step = { _ in },
    download: @escaping StencilDownload.Step = { _ in }
  ) -> StencilDownload {
    let stencil = StencilDownload(fetch: fetch, download: download)
    stencil.view = view
    return stencil
  }

  /// Returns the models of states, as the view should have been shown them.
  private func models(of states: StencilState...) -> [StencilViewModel] {
    states.map { StencilViewModel($0) }
  }

  @Test func stencilIsFetchedWhenItsViewAppears() async throws {
    let stencil = stencil(fetch: { report in
      report(0.5)
      report(1)
    })
    stencil.viewDidAppear()
    try await expectEventually { stencil.state == .fetched }
    #expect(view.models == models(of: .fetching(0), .fetching(0.5), .fetching(1), .fetched))
  }

  @Test func stencilIsFetchedOnlyOnceHoweverOftenItsViewAppears() async throws {
    var fetches = 0
    let stencil = stencil(fetch: { _ in fetches += 1 })
    for _ in 1...3 {
      stencil.viewDidAppear()
      try await expectEventually { stencil.state == .fetched }
    }
    #expect(fetches == 1)
  }

  @Test func stencilIsDownloadedWhenTheButtonIsTapped() async throws {
    let stencil = stencil(download: { report in report(0.75) })
    stencil.viewDidAppear()
    try await expectEventually { stencil.state == .fetched }
    stencil.buttonTapped()
    try await expectEventually { stencil.state == .downloaded }
    #expect(
      view.models
        == models(of: .fetching(0), .fetched, .downloading(0), .downloading(0.75), .downloaded)
    )
  }

  @Test func buttonStartsOverAtTheEnd() async throws {
    let stencil = stencil()
    for state in [StencilState.fetched, .downloaded] {
      stencil.buttonTapped()
      try await expectEventually { stencil.state == state }
    }
    stencil.buttonTapped()
    #expect(stencil.state == .initial)
  }

  @Test(arguments: offers)
  func viewOffersTheButtonOrTheProgress(state: StencilState, isEnabled: Bool, progress: Double?) {
    let model = StencilViewModel(state)
    #expect(model.isButtonEnabled == isEnabled)
    #expect(model.progress == progress)
  }

  @Test(arguments: StencilState.graphCases)
  func downloadResetsFromAnyState(state: StencilState) {
    let stencil = stencil()
    let machine = StateMachine(schema: StencilDownload.schema, subject: stencil, state: state)
    #expect(machine.handle(.reset) == (state == .initial ? .ignored : .moved))
    #expect(machine.state == .initial)
  }

  @Test(arguments: StencilState.graphCases, StencilEvent.graphCases)
  func downloadAcceptsOnlyWhatItsPhaseIsAbout(state: StencilState, event: StencilEvent) {
    let accepted: [StencilEvent] =
      switch state {
      case .initial: [.beginFetch]
      case .fetching: [.fetchProgress(0.5), .fetchCompleted, .reset]
      case .fetched: [.beginDownload, .reset]
      case .downloading: [.downloadProgress(0.5), .downloadCompleted, .reset]
      case .downloaded: [.reset]
      }
    let stencil = stencil()
    let machine = StateMachine(schema: StencilDownload.schema, subject: stencil, state: state)
    #expect(machine.can(event) == accepted.contains(event))
  }

  @Test(arguments: [
    (StencilState.fetching(0), StencilEvent.fetchProgress(0.5), StencilState.fetching(0.5)),
    (.downloading(0.5), .downloadProgress(0.75), .downloading(0.75)),
  ])
  func downloadStaysInItsPhaseWhenItProgresses(
    state: StencilState,
    event: StencilEvent,
    next: StencilState
  ) {
    let stencil = stencil()
    let machine = StateMachine(schema: StencilDownload.schema, subject: stencil, state: state)
    #expect(machine.handle(event) == .stayed)
    #expect(machine.state == next)
  }

  @Test func downloadIgnoresWorkThatGoesOnAfterAReset() async throws {
    let begun = Latch()
    let (end, ended) = (Latch(), Latch())
    let stencil = stencil(fetch: { report in
      begun.open()
      await end.wait()
      report(1)
      ended.open()
    })
    stencil.viewDidAppear()
    try await expectEventually { begun.isOpen }
    stencil.reset()
    end.open()
    try await expectEventually { ended.isOpen }
    #expect(stencil.state == .initial)
    #expect(view.models == models(of: .fetching(0), .initial))
  }

  /// The state is the one that the earlier work belonged to, but it was entered again since.
  @Test func downloadIgnoresAnEarlierFetchDuringALaterOne() async throws {
    let begun = Latch()
    let (ends, ended) = ([Latch(), Latch()], Latch())
    var fetches = 0
    let stencil = stencil(fetch: { report in
      let end = ends[fetches]
      fetches += 1
      begun.open()
      await end.wait()
      report(1)
      ended.open()
    })
    stencil.viewDidAppear()
    try await expectEventually { begun.isOpen }
    stencil.reset()
    stencil.viewDidAppear()
    ends[0].open()
    try await expectEventually { ended.isOpen }
    #expect(stencil.state == .fetching(0))
    ends[1].open()
    try await expectEventually { stencil.state == .fetched }
    #expect(fetches == 2)
  }
}

/// A view that remembers all that it was shown.
final class StencilViewSpy: StencilView {
  private(set) var models: [StencilViewModel] = []

  func show(_ model: StencilViewModel) {
    models.append(model)
  }
}

/// A door that is closed until it is opened, and open from then on.
@MainActor
final class Latch {
  private(set) var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns once the latch is open; being cancelled makes no difference.
  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets everybody through.
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

// An upload, as somebody wrote it by hand: a value that handles an event.
import SchematicGraph

package struct Upload {
  enum State: CaseIterable, Graphable { case waiting, sending, done, failed }
  enum Event: CaseIterable, Graphable { case start, sent, broke, retry }

  private(set) var state = State.waiting

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.waiting, .start), (.failed, .retry): state = .sending
    case (.sending, .sent): state = .done
    case (.sending, .broke): state = .failed
    default: break
    }
  }

  package static let graph = StateGraph(
    .value(Upload(), state: \.state), options: .init(isFinal: { $0 == .done })
  ) { $0.handle($1) }
}

import Schematic

enum PlayerState: Hierarchical { case off, on(Playback) }
enum Playback: Hierarchical { case paused, playing }
enum PlayerEvent { case press }

@MainActor final class Player {
  static let playback = StateMachineSchema<Playback, PlayerEvent, Player>(
    initialState: .paused, on: MainActor.self
  ) { _, _ in .to(.playing) }

  #if WRONG
    static let schema = StateMachineSchema<PlayerState, PlayerEvent, Player>(
      initialState: .off, on: MainActor.self
    ) { _, _ in .to(.on(.paused)) }
    .embedding(playback, in: PlayerState.on)
    .states(on: MainActor.self) { _ in
      .task("wait") { _, _ in
        await Task.yield()
        return .press
      }
    }
  #else
    static let schema = StateMachineSchema<PlayerState, PlayerEvent, Player>(
      initialState: .off, on: MainActor.self
    ) { _, _ in
      .to(.on(.paused))
    } states: { _ in
      .task("wait") { _, _ in
        await Task.yield()
        return .press
      }
    }
    .embedding(playback, in: PlayerState.on)
  #endif
}

import SchematicGraph

/// What headphones do: two things at once that have nothing to do with each other.
struct HeadphoneState: GraphableProduct, Equatable, Sendable {
  var playback = Playback.stopped
  var noise = Noise.off

  enum Playback: CaseIterable, Graphable { case stopped, playing, paused }

  enum Noise: CaseIterable, Graphable { case off, cancelling, transparent }

  static var graphCases: [HeadphoneState] {
    Playback.allCases.flatMap { playback in
      Noise.allCases.map { HeadphoneState(playback: playback, noise: $0) }
    }
  }
}

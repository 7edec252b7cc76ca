import Schematic
import SchematicGraph

#if WRONG
  enum Command { case play(track: Int), stop }

  extension Command: Graphable {
    static var graphCases: [Command] { [.play(track: 1), .stop] }
  }
#else
  enum Command: Graphable {
    case play(track: Int), stop

    static var graphCases: [Command] { [.play(track: 1), .stop] }
  }
#endif

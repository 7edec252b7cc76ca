import Schematic
import SchematicGraph

#if WRONG
  enum Command: Graphable { case play(track: Int), stop }
#else
  enum Command: Graphable {
    case play(track: Int), stop

    static var graphCases: [Command] { [.play(track: 1), .stop] }
  }
#endif

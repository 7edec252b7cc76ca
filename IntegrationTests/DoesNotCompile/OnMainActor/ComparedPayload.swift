import Schematic
import SchematicGraph

#if WRONG
  struct Page: Equatable { var number = 1 }
#else
  nonisolated struct Page: Equatable { var number = 1 }
#endif

enum ReaderState: Graphable, Equatable {
  case closed, open(Page)

  static var graphCases: [ReaderState] { [.closed, .open(Page())] }
}

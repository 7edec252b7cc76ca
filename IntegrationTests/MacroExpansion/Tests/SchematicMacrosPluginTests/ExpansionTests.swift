@testable import SchematicMacrosPlugin
import SchematicTestKit
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// The expansion of a source text with macros, as the compiler sees it.
struct Expansion {
  static let macros = [
    "Graphable": MacroSpec(
      type: GraphableMacro.self, conformances: ["Graphable", "GraphSampled", "Hierarchical"]),
    "GraphLabel": MacroSpec(type: CaseAttributeMacro.self),
    "GraphSamples": MacroSpec(type: CaseAttributeMacro.self),
  ]

  let text: String

  init(of source: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    text =
      file.expand(
        macroSpecs: Self.macros,
        contextGenerator: { syntax in
          BasicMacroExpansionContext(
            sharingWith: context, lexicalContext: syntax.allMacroLexicalContexts())
        },
        indentationWidth: .spaces(2)
      ).description
  }
}

@Suite struct ExpansionTests {
  static let sources = [
    "Plain": """
    @Graphable enum Light {
      case red, yellow
      case green
    }
    """,
    "Payloads": """
    @Graphable public enum Call {
      case idle
      case dialling(Int)
      case failed(code: Int, text: String?)
      case placed(at: (x: Int, y: Int), Void, in: Mode)
      case done(Void)
    }
    """,
    "Nested": """
    extension Outer {
      @Graphable fileprivate enum Player {
        case off, active(Mode), labelled(mode: Mode?)
      }
    }
    """,
    "Labels": """
    @Graphable(labels: .words, payload: .finite) package enum Visitor {
      case waitForCoin
      case insertCoin(Int)
      @GraphLabel("\\"go\\" away", payload: .all) case leave(inHaste: Bool, with: Mode)
      @GraphLabel(payload: .hidden) case secret(Bool)
      case seated(Mode)
    }
    """,
    "Samples": """
    @Graphable enum Download {
      @GraphSamples(0.5, 1) case fetching(Double)
      @GraphSamples((404, "not found"), (code: 500, text: "busy"))
      case failed(code: Int, text: String)
      @GraphSamples({ _ in }, Handler.none) case waiting(then: (Int) -> Void)
      @GraphSamples((0, 1)) case placed((Int, Int))
    }
    """,
    "Conditions": """
    @Graphable enum Platform {
      case always
      #if os(Linux)
      case penguin(Int)
      #elseif DEBUG
        #if NESTED
        case deep
        #endif
      #else
      case penguin
      #endif
      #if os(Windows)
      typealias Handle = Int
      #endif
    }
    """,
    "Availability": """
    @available(macOS 14, *)
    @Graphable enum Feature {
      case old
      @available(macOS 15, iOS 18, *) case new
      @available(macOS, introduced: 15) case newer
      @available(iOS, unavailable) case desktop(Int)
      @available(*, unavailable) case gone(Int)
      @available(*, deprecated) case outdated
      @available(swift 6) case language
    }
    """,
    "Overloaded": """
    @Graphable(labels: .words) enum Move {
      case goAway(north: Int), goAway(south: Mode), stay, seated(Mode)
      @GraphLabel("up", payload: .all) case climb(by: Int)
      case climb(to: Int)
    }
    """,
    "OnlyOverloaded": """
    @Graphable enum Move {
      case go(north: Int), go(south: Int)
    }
    """,
    "Spelled": """
    @Graphable enum Word {
      case `default`, `self`, `game over`, `say "hi"`(Int), `init`(`in`: Int)
    }
    """,
    "Generic": """
    @Graphable public enum Load<Value, Failure: Error, Tag> {
      case idle, done(Value), all([Value])
      @GraphSamples(nil) case failed(Failure?)
    }
    """,
    "Declared": """
    @Graphable enum Level: Equatable {
      case first(Int), second
      static var graphCases: [Level] { [.first(1)] }
      var casePath: [String] { ["level"] }
    }
    """,
    "DeclaredLabel": """
    @Graphable enum Level: Graphable {
      case first(Int), second
      #if DEBUG
      var graphLabel: String { "level" }
      #endif
    }
    """,
    "DeclaredPath": """
    @Graphable enum Level {
      @GraphLabel("1st") case first
      var casePath: [String] { ["levels", "first"] }
    }
    """,
    "CaseIterable": """
    @Graphable enum Light: Swift.CaseIterable { case red, green }
    """,
    "Empty": """
    public extension Outer {
      @Graphable enum Nothing {}
    }
    """,
  ]

  @Test(arguments: sources.keys.sorted()) func expansionIsWrittenAsRecorded(name: String) throws {
    let text = Expansion(of: try #require(Self.sources[name])).text
    let difference = try Golden("\(name).txt").difference(from: text + "\n")
    #expect(difference == nil)
  }

  @Test func everyGoldenHasASource() throws {
    #expect(try Golden.names() == Set(Self.sources.keys.map { "\($0).txt" }))
  }

  @Test func expansionWritesTheSameTextTwice() throws {
    for source in Self.sources.values {
      #expect(Expansion(of: source).text == Expansion(of: source).text)
    }
  }
}

@Suite struct WordsTests {
  @Test(arguments: [
    ("idle", "idle"),
    ("waitForCoin", "wait for coin"),
    ("wait_for_coin", "wait for coin"),
    ("WaitForCoin", "wait for coin"),
    ("HTTPError", "HTTP error"),
    ("parseURLString", "parse URL string"),
    ("listURLs", "list URLs"),
    ("listURLsAgain", "list URLs again"),
    ("isAButton", "is a button"),
    ("planB", "plan b"),
    ("level2", "level 2"),
    ("retry3Times", "retry 3 times"),
    ("show3dView", "show 3d view"),
    ("playMP3File", "play MP3 file"),
    ("SYN", "SYN"),
    ("überfälligSeitÄonen", "überfällig seit äonen"),
    ("待機中", "待機中"),
    ("game over", "game over"),
    ("game overNow", "game overNow"),
    ("_private__name_", "private name"),
    ("x", "x"),
  ])
  func wordsReadANameAsProse(name: String, words: String) {
    #expect(IdentifierWords(of: name).text == words)
  }
}

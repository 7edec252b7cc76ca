import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct RefusalTests {
  /// Expects one refusal, and the source that its first fix-it leaves.
  private func expect(
    _ source: String,
    _ identifier: String,
    _ message: String,
    at place: (line: Int, column: Int),
    of node: String,
    fixIts: [String] = [],
    fixed: String? = nil,
    location: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source,
      expandedSource: Expansion(of: source).text,
      diagnostics: [
        DiagnosticSpec(
          id: MessageID(domain: "Schematic", id: identifier),
          message: message,
          line: place.line,
          column: place.column,
          highlights: [node],
          fixIts: fixIts.map { FixItSpec(message: $0) })
      ],
      macroSpecs: Expansion.macros,
      applyFixIts: fixIts.first.map { [$0] },
      fixedSource: fixed,
      indentationWidth: .spaces(2),
      failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
  }

  @Test(arguments: [
    ("struct Light {}", "a struct"), ("class Light {}", "a class"),
    ("actor Light {}", "an actor"),
    ("protocol Light {}", "a protocol"),
  ])
  func macroRefusesWhatIsNoEnum(declaration: String, kind: String) {
    expect(
      "@Graphable \(declaration)",
      "notAnEnum",
      """
      @Graphable writes the cases of an enum, and Light is \(kind); conform to Graphable by hand
      """,
      at: (1, 1),
      of: "@Graphable",
      fixIts: ["remove @Graphable"],
      fixed: declaration)
  }

  @Test func macroRefusesAnEnumThatCannotBeCopied() {
    expect(
      "@Graphable enum Token: ~Copyable { case one }",
      "notCopyable",
      "Token cannot be copied, and Graphable lists copies of its cases",
      at: (1, 24),
      of: "~Copyable")
  }

  @Test func macroRefusesAnEnumThatNoExtensionReaches() {
    expect(
      """
      struct Outer {
        @Graphable private enum Inner { case one }
      }
      """,
      "outOfReach",
      "Inner is private to a type, where no extension reaches it; declare it fileprivate",
      at: (2, 14),
      of: "private",
      fixIts: ["write fileprivate"],
      fixed: """
        struct Outer {
          @Graphable fileprivate enum Inner { case one }
        }
        """)
    expect(
      """
      struct Outer {
        private struct Middle {
          @Graphable enum Inner { case one }
        }
      }
      """,
      "outOfReach",
      "Inner is private to a type, where no extension reaches it; declare it fileprivate",
      at: (3, 21),
      of: "Inner")
  }

  @Test func macroRefusesAnUnknownLabelStyle() {
    expect(
      "@Graphable(labels: style) enum Light { case red }",
      "unknownLabelStyle",
      "labels are .name or .words, written out; found style",
      at: (1, 20),
      of: "style",
      fixIts: ["write .name", "write .words"],
      fixed: "@Graphable(labels: .name) enum Light { case red }")
  }

  @Test func macroRefusesAnUnknownPayloadDisplay() {
    expect(
      "@Graphable(payload: .some) enum Light { case red }",
      "unknownPayloadDisplay",
      "payload is .hidden, .finite or .all, written out; found .some",
      at: (1, 21),
      of: ".some",
      fixIts: ["write .hidden", "write .finite", "write .all"],
      fixed: "@Graphable(payload: .hidden) enum Light { case red }")
    expect(
      "@Graphable enum Light { @GraphLabel(payload: all) case red }",
      "unknownPayloadDisplay",
      "payload is .hidden, .finite or .all, written out; found all",
      at: (1, 46),
      of: "all",
      fixIts: ["write .hidden", "write .finite", "write .all"],
      fixed: "@Graphable enum Light { @GraphLabel(payload: .hidden) case red }")
  }

  @Test(arguments: [
    ("() -> Void", "a function"), ("(@Sendable (Int) -> Void)?", "a function"),
    ("[any Error]", "an existential"), ("Any", "an existential"), ("A & B", "an existential"),
    ("some P", "an opaque type"), ("Int.Type", "a metatype"),
    ("(Int, AnyObject)", "an existential"),
    ("[String: () -> Void]", "a function"),
  ])
  func macroRefusesPayloadsWithoutSamples(type: String, kind: String) {
    expect(
      """
      @Graphable enum Task {
        case done
        case waiting(then: \(type))
      }
      """,
      "payloadWithoutSamples",
      "no values are known for \(type), which is \(kind); name some for case waiting with "
        + "@GraphSamples",
      at: (3, 22),
      of: type,
      fixIts: ["add @GraphSamples"],
      fixed: """
        @Graphable enum Task {
          case done
          @GraphSamples(<#\(type)#>) case waiting(then: \(type))
        }
        """)
  }

  @Test func macroRefusesALabelThatIsNoLiteral() {
    expect(
      #"@Graphable enum Light { @GraphLabel("re\(d)") case red }"#,
      "labelNotLiteral",
      "a label is one string literal without interpolation",
      at: (1, 37),
      of: #""re\(d)""#)
  }

  @Test func macroRefusesAnEmptyLabel() {
    expect(
      #"@Graphable enum Light { @GraphLabel("") case red }"#,
      "emptyLabel",
      "an empty label shows nothing",
      at: (1, 37),
      of: #""""#,
      fixIts: ["remove @GraphLabel"],
      fixed: "@Graphable enum Light { case red }")
  }

  @Test func macroRefusesLabelsThatHaveNoEffect() {
    expect(
      """
      @Graphable(labels: .words) enum Light {
        case red
        var graphLabel: String { "light" }
      }
      """,
      "labelWithoutEffect",
      "labels have no effect where the enum declares graphLabel itself",
      at: (1, 20),
      of: ".words")
    expect(
      """
      @Graphable enum Light {
        #if DEBUG
        @GraphLabel("stop") case red
        #endif
        var graphLabel: String { "light" }
      }
      """,
      "labelWithoutEffect",
      "labels have no effect where the enum declares graphLabel itself",
      at: (3, 3),
      of: #"@GraphLabel("stop")"#,
      fixIts: ["remove @GraphLabel"],
      fixed: """
        @Graphable enum Light {
          #if DEBUG
          case red
          #endif
          var graphLabel: String { "light" }
        }
        """)
  }

  @Test func macroRefusesSamplesOfACaseThatCarriesNothing() {
    expect(
      "@Graphable enum Light { @GraphSamples(1) case red }",
      "samplesWithoutPayload",
      "case red carries nothing, so there is one value of it, and no samples",
      at: (1, 25),
      of: "@GraphSamples(1)",
      fixIts: ["remove @GraphSamples"],
      fixed: "@Graphable enum Light { case red }")
  }

  @Test(arguments: ["@GraphSamples", "@GraphSamples()"])
  func macroRefusesSamplesThatAreMissing(attribute: String) {
    expect(
      "@Graphable enum Light { \(attribute) case red(Int) }",
      "noSamples",
      "@GraphSamples names no sample",
      at: (1, 25),
      of: attribute,
      fixIts: ["remove @GraphSamples"],
      fixed: "@Graphable enum Light { case red(Int) }")
  }

  @Test(arguments: [("1", 1), ("(1, 2, 3)", 3), ("()", 0)])
  func macroRefusesAWrongNumberOfValues(sample: String, count: Int) {
    expect(
      "@Graphable enum Light { @GraphSamples((1, 2), \(sample)) case red(Int, Int) }",
      "sampleCount",
      """
      a sample of case red is 2 values in parentheses, one for each that it carries; found \(count)
      """,
      at: (1, 47),
      of: sample)
  }

  @Test func macroRefusesAWrongArgumentLabel() {
    expect(
      "@Graphable enum Light { @GraphSamples((x: 1, z: 2)) case red(x: Int, y: Int) }",
      "sampleLabel",
      "the sample of case red has the label z where y is expected",
      at: (1, 46),
      of: "z",
      fixIts: ["write y: 2"],
      fixed: "@Graphable enum Light { @GraphSamples((x: 1, y: 2)) case red(x: Int, y: Int) }")
    expect(
      "@Graphable enum Light { @GraphSamples((x: 1, 2)) case red(Int, y: Int) }",
      "sampleLabel",
      "the sample of case red has the label x where none is expected",
      at: (1, 40),
      of: "x",
      fixIts: ["write 1"],
      fixed: "@Graphable enum Light { @GraphSamples((1, 2)) case red(Int, y: Int) }")
  }

  @Test(arguments: [
    (".playing", "Mode", "Mode.playing"), (".at(1).next", "Mode", "Mode.at"),
    (".none", "Mode?", "Optional<Mode>.none"),
  ])
  func macroRefusesASampleWithoutItsType(sample: String, type: String, repaired: String) {
    let member = ".\(repaired.split(separator: ".")[1])"
    expect(
      "@Graphable enum Light { @GraphSamples(\(sample)) case red(\(type)) }",
      "implicitMemberSample",
      "the type of a sample is written out, because nothing tells the compiler what it is",
      at: (1, 39),
      of: sample,
      fixIts: ["write \(repaired)"],
      fixed: """
        @Graphable enum Light { \
        @GraphSamples(\(repaired)\(sample.dropFirst(member.count))) case red(\(type)) }
        """)
  }

  @Test func macroRefusesOneAttributeForSeveralCases() {
    expect(
      """
      @Graphable enum Light {
        @GraphLabel("on") case red, green(Int)
      }
      """,
      "severalCases",
      "@GraphLabel belongs to one case, and several are declared together",
      at: (2, 3),
      of: #"@GraphLabel("on")"#,
      fixIts: ["declare each case separately"],
      fixed: """
        @Graphable enum Light {
          @GraphLabel("on") case red
          case green(Int)
        }
        """)
  }

  @Test func macroRefusesASecondAttribute() {
    expect(
      #"@Graphable enum Light { @GraphLabel("a") @GraphLabel("b") case red }"#,
      "repeatedAttribute",
      "@GraphLabel is repeated",
      at: (1, 42),
      of: #"@GraphLabel("b")"#,
      fixIts: ["remove @GraphLabel"],
      fixed: #"@Graphable enum Light { @GraphLabel("a") case red }"#)
  }

  @Test func macroRefusesAnAttributeOfSomethingElse() {
    expect(
      #"@GraphLabel("a") var light = 1"#,
      "notACase",
      "@GraphLabel belongs to a case of an enum",
      at: (1, 1),
      of: #"@GraphLabel("a")"#,
      fixIts: ["remove @GraphLabel"],
      fixed: "var light = 1")
  }

  @Test func macroRefusesAttributesOutsideGraphableEnums() {
    expect(
      "enum Light { @GraphSamples(1) case red(Int) }",
      "notInGraphable",
      "@GraphSamples has no effect in an enum that is not @Graphable",
      at: (1, 14),
      of: "@GraphSamples(1)",
      fixIts: ["remove @GraphSamples"],
      fixed: "enum Light { case red(Int) }")
  }
}

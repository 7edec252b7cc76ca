#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// A reason why source code can't be expanded.
  enum Refusal {
    case notAnEnum(name: String, kind: String)
    case notCopyable(name: String)
    case outOfReach(name: String)
    case unknownLabelStyle(String)
    case unknownPayloadDisplay(String)
    case payloadWithoutSamples(case: String, type: String, obstacle: String)
    case labelNotLiteral
    case emptyLabel
    case labelWithoutEffect
    case samplesWithoutPayload(case: String)
    case noSamples
    case sampleCount(case: String, expected: Int, found: Int)
    case sampleLabel(case: String, expected: String?, found: String)
    case implicitMemberSample
    case severalCases(attribute: String)
    case repeatedAttribute(String)
    case notACase(attribute: String)
    case notInGraphable(attribute: String)
  }

  extension Refusal: DiagnosticMessage {
    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID { MessageID(domain: "Schematic", id: identifier) }

    private var identifier: String {
      switch self {
      case .notAnEnum: "notAnEnum"
      case .notCopyable: "notCopyable"
      case .outOfReach: "outOfReach"
      case .unknownLabelStyle: "unknownLabelStyle"
      case .unknownPayloadDisplay: "unknownPayloadDisplay"
      case .payloadWithoutSamples: "payloadWithoutSamples"
      case .labelNotLiteral: "labelNotLiteral"
      case .emptyLabel: "emptyLabel"
      case .labelWithoutEffect: "labelWithoutEffect"
      case .samplesWithoutPayload: "samplesWithoutPayload"
      case .noSamples: "noSamples"
      case .sampleCount: "sampleCount"
      case .sampleLabel: "sampleLabel"
      case .implicitMemberSample: "implicitMemberSample"
      case .severalCases: "severalCases"
      case .repeatedAttribute: "repeatedAttribute"
      case .notACase: "notACase"
      case .notInGraphable: "notInGraphable"
      }
    }

    var message: String {
      switch self {
      case .notAnEnum(let name, let kind):
        "@Graphable writes the cases of an enum, and \(name) is \(kind); conform to Graphable by hand"
      case .notCopyable(let name):
        "\(name) cannot be copied, and Graphable lists copies of its cases"
      case .outOfReach(let name):
        "\(name) is private to a type, where no extension reaches it; declare it fileprivate"
      case .unknownLabelStyle(let found):
        "labels are .name or .words, written out; found \(found)"
      case .unknownPayloadDisplay(let found):
        "payload is .hidden, .finite or .all, written out; found \(found)"
      case .payloadWithoutSamples(let name, let type, let obstacle):
        "no values are known for \(type), which is \(obstacle); name some for case \(name) with "
          + "@GraphSamples"
      case .labelNotLiteral:
        "a label is one string literal without interpolation"
      case .emptyLabel:
        "an empty label shows nothing"
      case .labelWithoutEffect:
        "labels have no effect where the enum declares graphLabel itself"
      case .samplesWithoutPayload(let name):
        "case \(name) carries nothing, so there is one value of it, and no samples"
      case .noSamples:
        "@GraphSamples names no sample"
      case .sampleCount(let name, let expected, let found):
        expected == 1
          ? "a sample of case \(name) is one value; found \(found)"
          : "a sample of case \(name) is \(expected) values in parentheses, one for each that it "
            + "carries; found \(found)"
      case .sampleLabel(let name, let expected, let found):
        "the sample of case \(name) has the label \(found) where "
          + (expected.map { "\($0) is expected" } ?? "none is expected")
      case .implicitMemberSample:
        "the type of a sample is written out, because nothing tells the compiler what it is"
      case .severalCases(let attribute):
        "@\(attribute) belongs to one case, and several are declared together"
      case .repeatedAttribute(let attribute):
        "@\(attribute) is repeated"
      case .notACase(let attribute):
        "@\(attribute) belongs to a case of an enum"
      case .notInGraphable(let attribute):
        "@\(attribute) has no effect in an enum that is not @Graphable"
      }
    }
  }

  extension MacroExpansionContext {
    /// Diagnoses a node that can't be expanded.
    func refuse(_ node: some SyntaxProtocol, _ refusal: Refusal, fixIts: [FixIt] = []) {
      diagnose(Diagnostic(node: node, message: refusal, fixIts: fixIts))
    }
  }

  /// A change that a fix-it offers.
  enum Repair: FixItMessage {
    case remove(attribute: String)
    case write(String)
    case addSamples
    case separateCases

    var fixItID: MessageID {
      let identifier =
        switch self {
        case .remove: "remove"
        case .write: "write"
        case .addSamples: "addSamples"
        case .separateCases: "separateCases"
        }
      return MessageID(domain: "Schematic", id: identifier)
    }

    var message: String {
      switch self {
      case .remove(let attribute): "remove @\(attribute)"
      case .write(let text): "write \(text)"
      case .addSamples: "add @GraphSamples"
      case .separateCases: "declare each case separately"
      }
    }
  }

  extension FixIt {
    /// Returns a fix-it that removes an attribute and the space after it.
    static func removing(_ attribute: AttributeSyntax) -> FixIt {
      let repair = Repair.remove(attribute: attribute.name)
      guard let list = attribute.parent?.as(AttributeListSyntax.self) else {
        return .replace(message: repair, oldNode: attribute, newNode: DeclSyntax(""))
      }
      var rest = list.filter { $0.id != attribute.id }
      var changes: [FixIt.Change] = []
      // The trivia before the first attribute moves to the token that follows the attribute.
      if list.first?.id == attribute.id {
        if let first = rest.first {
          rest[rest.startIndex] = first.with(\.leadingTrivia, attribute.leadingTrivia)
        } else if let next = attribute.lastToken(viewMode: .sourceAccurate)?
          .nextToken(viewMode: .sourceAccurate)
        {
          changes = [.replaceLeadingTrivia(token: next, newTrivia: attribute.leadingTrivia)]
        }
      }
      return FixIt(
        message: repair,
        changes: [.replace(oldNode: Syntax(list), newNode: Syntax(rest))] + changes)
    }
  }

  extension AttributeSyntax {
    /// The name without a module.
    var name: String {
      attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    }
  }
#endif

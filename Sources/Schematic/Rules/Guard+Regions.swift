extension Guard {
  /// Returns whether another region is in a state.
  ///
  /// The answer is about the state before the step: all regions decide before any of them moves. A
  /// diagram shows the condition as `[in light.on]`, with both answers.
  ///
  /// ```swift
  /// case (.pushing, .mount): return when(in: \Trip.light, .on) ? .to(.riding) : .rejected("no light")
  /// ```
  ///
  /// Use this only in rules of regions of the same struct, at any depth. If a machine evaluates
  /// other rules that make the call, the program stops.
  ///
  /// - Parameters:
  ///   - region: The property that holds the region's state.
  ///   - state: The state. If its case carries values, only nested states among the values count.
  /// - Returns: `true` if the region is in the state, or in a state inside it.
  public func callAsFunction<Whole, Value: Hierarchical>(
    in region: KeyPath<Whole, Value>, _ state: Value
  ) -> Bool {
    isIn(region, state.casePath)
  }

  /// Returns whether another region is in any state of a case that carries nested states.
  ///
  /// ```swift
  /// // In live.recording, and in live.paused.
  /// case (.pushing, .mount):
  ///   return when(in: \RecorderState.capture, Capture.live) ? .to(.riding) : .ignored
  /// ```
  ///
  /// - Parameters:
  ///   - region: The property that holds the region's state.
  ///   - state: The case.
  /// - Returns: `true` if the region is in a state of that case.
  public func callAsFunction<Whole, Value: Hierarchical, Nested: CaseIterable>(
    in region: KeyPath<Whole, Value>, _ state: (Nested) -> Value
  ) -> Bool {
    let sample = Nested.allCases.first.map { state($0).casePath }
    return sample.map { isIn(region, Array($0.prefix(1))) } ?? false
  }

  private func isIn<Whole, Value: Hierarchical>(
    _ region: KeyPath<Whole, Value>, _ path: [String]
  ) -> Bool {
    if let whole = surroundings?.first(Whole.self) {
      let holds = whole[keyPath: region].casePath.starts(with: path)
      recorder?.note(
        "in " + ([RegionQuestion.name(of: region)] + path).joined(separator: "."), holds)
      return holds
    }
    let question = RegionQuestion(property: "\(region)", state: path)
    return evaluate(
      question.guardName,
      GuardClosure { _ in
        fatalError(
          "The rules ask about \(region), and run alone; let them run in a region of \(Whole.self)."
        )
      })
  }

  /// Returns these guards for the rules of the regions inside a state.
  @usableFromInline
  func inside(_ whole: Any) -> Guard {
    var inner = self
    inner.surroundings = Surroundings(whole: whole, around: surroundings)
    return inner
  }
}

extension Guard.OnMainActor {
  /// Returns whether another region is in a state: see `Guard.callAsFunction(in:_:)`.
  public func callAsFunction<Whole, Value: Hierarchical>(
    in region: KeyPath<Whole, Value>, _ state: Value
  ) -> Bool {
    guards(in: region, state)
  }

  /// Returns whether another region is in any state of a case: see `Guard.callAsFunction(in:_:)`.
  public func callAsFunction<Whole, Value: Hierarchical, Nested: CaseIterable>(
    in region: KeyPath<Whole, Value>, _ state: (Nested) -> Value
  ) -> Bool {
    guards(in: region, state)
  }
}

/// The states around the region whose rules are being evaluated, the innermost first.
@usableFromInline
final class Surroundings {
  private let whole: Any
  private let around: Surroundings?

  init(whole: Any, around: Surroundings?) {
    self.whole = whole
    self.around = around
  }

  func first<Whole>(_ type: Whole.Type) -> Whole? { whole as? Whole ?? around?.first(type) }
}

/// A rule's question whether a region is in a state.
///
/// An exploration answers guards by their names, so a question is written as the name of a guard.
package struct RegionQuestion: Hashable {
  /// The key path of the property that holds the region's state, as Swift prints it.
  package let property: String
  /// The path of the state.
  package let state: [String]

  init(property: String, state: [String]) {
    self.property = property
    self.state = state
  }

  // The name of no other guard begins with this character.
  private static let mark: Character = "\u{1}"

  var guardName: String {
    ([property] + state).map { "\(Self.mark)\($0)" }.joined()
  }

  /// Reads the name of a guard, or returns `nil` if the guard isn't a question.
  package init?(guardName: String) {
    guard guardName.first == Self.mark else { return nil }
    let words = guardName.dropFirst().split(separator: Self.mark).map(String.init)
    guard let property = words.first else { return nil }
    self.init(property: property, state: Array(words.dropFirst()))
  }

  package var region: String { Self.name(property) }

  static func name(of property: AnyKeyPath) -> String { name("\(property)") }

  private static func name(_ property: String) -> String {
    property.split(separator: ".").last.map(String.init) ?? property
  }
}

extension Guard {
  /// Returns whether another region is in a state.
  ///
  /// The answer is that of the state before the step: all regions decide before any of them moves. A
  /// diagram shows it as `[in light.on]`, with both answers.
  ///
  /// ```swift
  /// case (.pushing, .mount): return when(in: \Trip.light, .on) ? .to(.riding) : .rejected("no light")
  /// ```
  ///
  /// Rules that ask this run only in the regions of that struct, at any depth.
  ///
  /// - Parameters:
  ///   - region: The property that holds the region's state.
  ///   - state: The state. Of a case that carries a value, only the case and the states nested in it
  ///     count.
  /// - Returns: `true` if the region is in the state, or in a state inside it.
  public func callAsFunction<Whole, Value: Hierarchical>(
    in region: KeyPath<Whole, Value>, _ state: Value
  ) -> Bool {
    isIn(region, state.casePath)
  }

  /// Returns whether another region is in any state of a case that carries nested states.
  ///
  /// ```swift
  /// when(in: \RecorderState.capture, Capture.live)  // live.recording, or live.paused
  /// ```
  ///
  /// - Parameters:
  ///   - region: The property that holds the region's state.
  ///   - state: The case.
  /// - Returns: `true` if the region is in one of its states.
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
      Condition { _ in
        fatalError(
          "The rules ask about \(region), and run alone; let them run in a region of \(Whole.self)."
        )
      })
  }

  /// Returns guards for the regions of a state.
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

/// The states around the region whose rules ask, the innermost first.
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

/// A question of a rule: is a region in a state?
///
/// When rules are explored, the answers of guards are given by name, and this is one.
package struct RegionQuestion: Hashable {
  /// The property that holds the region's state, as Swift describes it.
  package let property: String
  /// The path of the state.
  package let state: [String]

  init(property: String, state: [String]) {
    self.property = property
    self.state = state
  }

  // No guard that a person names begins with this character.
  private static let mark: Character = "\u{1}"

  var guardName: String {
    ([property] + state).map { "\(Self.mark)\($0)" }.joined()
  }

  /// Reads the name of a guard, or returns `nil` if it isn't that of a question.
  package init?(guardName: String) {
    guard guardName.first == Self.mark else { return nil }
    let words = guardName.dropFirst().split(separator: Self.mark).map(String.init)
    guard let property = words.first else { return nil }
    self.init(property: property, state: Array(words.dropFirst()))
  }

  /// The name of the region.
  package var region: String { Self.name(property) }

  /// Returns the name of a property.
  static func name(of property: AnyKeyPath) -> String { name("\(property)") }

  private static func name(_ property: String) -> String {
    property.split(separator: ".").last.map(String.init) ?? property
  }
}

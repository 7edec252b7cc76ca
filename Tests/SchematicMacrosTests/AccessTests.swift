#if Macros
  import SchematicMacros
  import Testing

  /// An enum that other modules see.
  @Graphable public enum PublicLight { case red, green(Int) }
  @Graphable package enum PackageLight { case red, green(Int) }
  @Graphable enum InternalLight { case red, green(Int) }
  @Graphable fileprivate enum FileLight { case red, green(Int) }
  @Graphable private enum PrivateLight { case red, green(Int) }

  /// The type around the enums below.
  public enum Outer {}
  extension Outer {
    @Graphable fileprivate enum Hidden { case red, green(Int) }
    enum Middle { @Graphable enum Inner { case red, green(Int) } }
  }
  public extension Outer {
    @Graphable enum Open { case red, green(Int) }
  }
  private extension Outer {
    @Graphable enum Closed { case red, green(Int) }
  }

  @MainActor @Graphable enum IsolatedLight { case red, green(Int) }

  @Suite struct AccessTests {
    private static func identifiers<Light: Graphable>(_ type: Light.Type) -> [String] {
      Light.graphCases.map(\.graphIdentifier)
    }

    @Test func enumConformsWhateverItsAccess() {
      #expect(Self.identifiers(PublicLight.self) == ["red", "green", "green"])
      #expect(Self.identifiers(PackageLight.self) == ["red", "green", "green"])
      #expect(Self.identifiers(InternalLight.self) == ["red", "green", "green"])
      #expect(Self.identifiers(FileLight.self) == ["red", "green", "green"])
      #expect(Self.identifiers(PrivateLight.self) == ["red", "green", "green"])
    }

    @Test func enumConformsWhereverItIsNested() {
      #expect(Self.identifiers(Outer.Hidden.self) == ["red", "green", "green"])
      #expect(Self.identifiers(Outer.Middle.Inner.self) == ["red", "green", "green"])
      #expect(Self.identifiers(Outer.Open.self) == ["red", "green", "green"])
      #expect(Self.identifiers(Outer.Closed.self) == ["red", "green", "green"])
    }

    @Test func conformanceIsNotIsolatedWithItsEnum() {
      #expect(Self.identifiers(IsolatedLight.self) == ["red", "green", "green"])
    }
  }
#endif

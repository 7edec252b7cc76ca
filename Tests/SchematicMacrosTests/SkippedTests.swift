#if !Macros
  import Testing

  /// The place of the macro tests in a run without the trait, so that it shows that they are skipped.
  @Suite struct MacroTests {
    @Test(.disabled("Macro tests need the trait Macros: run `make test-traits`."))
    func macroExpandsGraphable() {}
  }
#endif

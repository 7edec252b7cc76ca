#if Macros
  /// Names the values that stand for a case of a `@Graphable` enum.
  ///
  /// A sample is what the case carries; where it carries several values, all of them in parentheses:
  ///
  /// ```swift
  /// @Graphable enum Download {
  ///   @GraphSamples(0.5, 1) case fetching(Double)
  ///   @GraphSamples((404, "not found"), (500, "busy")) case failed(code: Int, text: String)
  /// }
  /// Download.graphCases.count  // 4
  /// ```
  ///
  /// The type of a sample is written out, `Mode.playing` and not `.playing`, as nothing else tells the
  /// compiler what it is.
  ///
  /// - Parameter values: The samples.
  @attached(peer)
  public macro GraphSamples<each Value>(_ values: repeat each Value) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "CaseAttribute")
#endif

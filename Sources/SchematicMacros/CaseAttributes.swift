#if Macros
  /// Gives a case of a `@Graphable` enum its label.
  ///
  /// ```swift
  /// @Graphable enum Light {
  ///   @GraphLabel("stop!") case red
  ///   case green
  /// }
  /// Light.graphCases.map(\.graphLabel)  // ["stop!", "green"]
  /// ```
  ///
  /// The label changes the text in the diagram but not the identifier of the case.
  ///
  /// - Parameter label: The label, which must be a string literal.
  @attached(peer)
  public macro GraphLabel(_ label: String) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "CaseAttribute")

  /// Gives a case of a `@Graphable` enum its label, and shows its payloads.
  ///
  /// ```swift
  /// @Graphable enum Visitor { @GraphLabel("insert", payload: .all) case coin(Int) }
  /// Visitor.coin(25).graphLabel  // "insert(25)"
  /// ```
  ///
  /// - Parameters:
  ///   - label: The label, which must be a string literal.
  ///   - payload: The kind of payloads that are part of the case's name and label.
  @attached(peer)
  public macro GraphLabel(_ label: String, payload: PayloadDisplay) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "CaseAttribute")

  /// Shows the payloads of a case of a `@Graphable` enum, or hides them while other cases show
  /// theirs.
  ///
  /// ```swift
  /// @Graphable enum Visitor { @GraphLabel(payload: .all) case coin(Int) }
  /// Visitor.coin(25).graphLabel  // "coin(25)"
  /// ```
  ///
  /// - Parameter payload: The kind of payloads that are part of the case's name and label.
  @attached(peer)
  public macro GraphLabel(payload: PayloadDisplay) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "CaseAttribute")

  /// Sets the payloads that represent a case of a `@Graphable` enum.
  ///
  /// A sample is the payload of the case, or a tuple if the case carries several values:
  ///
  /// ```swift
  /// @Graphable enum Download {
  ///   @GraphSamples(0.5, 1) case fetching(Double)
  ///   @GraphSamples((404, "not found"), (500, "busy")) case failed(code: Int, text: String)
  /// }
  /// Download.graphCases.count  // 4
  /// ```
  ///
  /// Write out the type of a sample (`Mode.playing`, not `.playing`), because the compiler can't
  /// infer it.
  ///
  /// - Parameter values: The samples.
  @attached(peer)
  public macro GraphSamples<each Value>(_ values: repeat each Value) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "CaseAttribute")
#endif

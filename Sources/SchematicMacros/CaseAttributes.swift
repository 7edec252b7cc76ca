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
  /// The label changes what the diagram shows and not what identifies the case.
  ///
  /// - Parameter label: The label, a string literal.
  @attached(peer)
  public macro GraphLabel(_ label: String) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "CaseAttribute")

  /// Gives a case of a `@Graphable` enum its label, and lets it show what it carries.
  ///
  /// ```swift
  /// @Graphable enum Visitor { @GraphLabel("insert", payload: .all) case coin(Int) }
  /// Visitor.coin(25).graphLabel  // "insert(25)"
  /// ```
  ///
  /// - Parameters:
  ///   - label: The label, a string literal.
  ///   - payload: How much of what the case carries is part of its name and label.
  @attached(peer)
  public macro GraphLabel(_ label: String, payload: PayloadDisplay) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "CaseAttribute")

  /// Lets a case of a `@Graphable` enum show what it carries, or hide it where the others show theirs.
  ///
  /// ```swift
  /// @Graphable enum Visitor { @GraphLabel(payload: .all) case coin(Int) }
  /// Visitor.coin(25).graphLabel  // "coin(25)"
  /// ```
  ///
  /// - Parameter payload: How much of what the case carries is part of its name and label.
  @attached(peer)
  public macro GraphLabel(payload: PayloadDisplay) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "CaseAttribute")

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

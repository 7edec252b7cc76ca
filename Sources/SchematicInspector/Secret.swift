#if Inspector
  import SchematicGraph
  import SchematicTraces

  /// A secret in every address: only people with the link know it.
  struct Secret: Sendable {
    let text: String

    init(_ text: String) {
      self.text = text
    }

    /// Creates a secret of 128 random bits from the system's secure generator.
    static func random() -> Secret {
      Secret(TraceEntry.makeIdentity() + TraceEntry.makeIdentity())
    }

    /// Compares bytes with the secret in a time that doesn't depend on how many of them match.
    ///
    /// The length of the secret is public, so any byte beyond it ends the comparison.
    func isEqual(to bytes: some Sequence<UInt8>) -> Bool {
      var difference: UInt8 = 0
      var rest = text.utf8.makeIterator()
      for byte in bytes {
        guard let expected = rest.next() else { return false }
        difference |= byte ^ expected
      }
      return difference == 0 && rest.next() == nil
    }
  }
#endif

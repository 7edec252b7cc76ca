#if Inspector
  import SchematicGraph

  /// The part of each address that only those know who were given the link.
  struct Secret: Sendable {
    let text: String

    init(_ text: String) {
      self.text = text
    }

    /// Creates a secret of 128 bits from the system's own generator, which nobody can guess.
    static func random() -> Secret {
      Secret(TraceEntry.makeIdentity() + TraceEntry.makeIdentity())
    }

    /// Returns whether bytes are those of the secret, in a time that does not tell how many of them are.
    ///
    /// Everybody knows how long the secret is, so that bytes beyond it end the comparison.
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

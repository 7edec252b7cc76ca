/// A link of an element of a picture to the lines of code that make it.
package struct DOTLink {
  /// Returns the link to some lines; `nil` if there is none.
  package typealias Maker = @Sendable (_ lines: SourceLines) -> DOTLink?

  /// The address.
  package let address: String
  /// The name of the place, such as `Turnstile.swift:24`.
  package let place: String

  /// Creates a link.
  package init(address: String, place: String) {
    self.address = address
    self.place = place
  }
}

@testable import Diagrams

/// A view that remembers all that it was shown.
final class StencilViewSpy: StencilView {
  private(set) var models: [StencilViewModel] = []

  func show(_ model: StencilViewModel) {
    models.append(model)
  }
}

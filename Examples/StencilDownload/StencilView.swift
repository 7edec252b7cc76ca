/// A view that shows a stencil.
@MainActor
protocol StencilView: AnyObject {
  /// Shows what the model says, whatever was shown before.
  func show(_ model: StencilViewModel)
}

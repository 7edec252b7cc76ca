/// Everything that a view needs to know of a stencil's state.
struct StencilViewModel: Hashable {
  /// The sentence above the button.
  let description: String
  /// The text on the button.
  let buttonTitle: String
  /// Whether the button can be tapped.
  let isButtonEnabled: Bool
  /// How far the progress bar has come, from 0 to 1; `nil` where none is shown.
  let progress: Double?

  /// Describes a state.
  init(_ state: StencilState) {
    switch state {
    case .initial:
      self.init("Nothing is known about the stencil.", button: "Fetch")
    case .fetching(let progress):
      self.init("Looking the stencil up.", progress: progress)
    case .fetched:
      self.init("The stencil is there to be had.", button: "Download")
    case .downloading(let progress):
      self.init("The stencil is on its way.", progress: progress)
    case .downloaded:
      self.init("The stencil is here.", button: "Start over")
    }
  }

  private init(_ description: String, button: String) {
    self.description = description
    buttonTitle = button
    isButtonEnabled = true
    progress = nil
  }

  private init(_ description: String, progress: Double) {
    self.description = description
    buttonTitle = "Please wait"
    isButtonEnabled = false
    self.progress = progress
  }
}

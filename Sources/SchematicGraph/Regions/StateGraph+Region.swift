extension StateGraph {
  /// One of several machines that run side by side and are, together, the machine of a graph.
  public struct Region: Hashable, Sendable {
    /// The name of the region, such as that of the property that holds its state.
    public let name: String
    /// What happens in it.
    public let graph: StateGraph

    /// Creates a region.
    ///
    /// - Parameters:
    ///   - name: The name of the region.
    ///   - graph: What happens in it.
    public init(name: String, graph: StateGraph) {
      self.name = name
      self.graph = graph
    }

    /// Returns the identifier or label of a state of all regions from those of its parts.
    static func joined(_ names: [String]) -> String {
      names.joined(separator: "+")
    }
  }

  /// Creates the graph of machines that run side by side: its states are all combinations of theirs.
  ///
  /// An event that several of them handle alike moves all of them at once. A state is final where all
  /// its parts are. No machines are, together, one state in which nothing happens.
  ///
  /// - Parameter regions: The machines.
  /// - Complexity: O(*n*) in the number of states and transitions of the result, which is the product
  ///   of the numbers of states.
  public init(regions: [Region]) {
    let product = RegionProduct(of: regions)
    self.init(
      states: product.states, transitions: product.transitions, rejections: product.rejections,
      initialState: Region.joined(regions.map(\.graph.initialState)))
    self.regions = regions
  }
}

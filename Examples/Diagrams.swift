import SchematicDiagrams

/// Draws and checks the diagrams of the example machines.
@main
struct Diagrams: DiagramTool {
  static let catalogue: DiagramCatalogue = [
    Diagram("Turnstile", of: Turnstile.schema),
    Diagram("Screen", of: Screen.schema),
    Diagram("StencilDownload", of: StencilDownload.schema),
    Diagram("ItemList", of: ItemList.schema),
    Diagram("NetworkRequest", of: NetworkRequest.schema),
    Diagram("GameNavigation", of: GameNavigation.schema),
    Diagram("Headphones", of: Headphones.schema),
    Diagram("MediaPlayer", of: MediaPlayer.schema),
    Diagram("StreamMachine", StreamMachine.graph),
    Diagram("TCPConnection", of: TCPConnection.schema),
    Diagram("InviteTransaction", of: InviteTransaction.schema),
    Diagram("PPP", of: PPP.schema),
  ]

  static let repairCommand = "make diagrams"
}

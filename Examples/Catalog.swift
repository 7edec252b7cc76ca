import MainActorExamples
import SchematicDiagrams

/// The diagrams of the example machines, one for each page of this folder.
package let exampleDiagrams: DiagramCatalog = [
  Diagram("Turnstile", of: Turnstile.schema),
  Diagram("Screen", of: Screen.schema),
  Diagram("StencilDownload", of: StencilDownload.schema),
  Diagram("ItemList", of: ItemList.schema),
  Diagram("NetworkRequest", of: NetworkRequest.schema),
  Diagram("GameNavigation", of: GameNavigation.schema),
  Diagram("Headphones", of: Headphones.schema),
  Diagram("DeskLamp", of: DeskLamp.schema),
  Diagram("MediaPlayer", of: MediaPlayer.schema),
  Diagram("StreamMachine", StreamMachine.graph),
  Diagram("TCPConnection", of: TCPConnection.schema),
  Diagram("InviteTransaction", of: InviteTransaction.schema),
  Diagram("PPP", of: PPP.schema),
  Diagram("MachineLife", MachineLife.graph),
]

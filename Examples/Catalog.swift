import MainActorExamples
import SchematicDiagrams
import SchematicGraph

/// The diagrams of the example machines, one for each example in this folder.
package let exampleDiagrams: DiagramCatalog = [
  Diagram("Turnstile", of: Turnstile.schema),
  Diagram("Upload", of: Upload.graph),
  Diagram("Screen", of: Screen.schema),
  Diagram("StencilDownload", of: StencilDownload.schema),
  Diagram("ItemList", of: ItemList.schema),
  Diagram("NetworkRequest", of: NetworkRequest.schema),
  Diagram("GameNavigation", of: GameNavigation.schema),
  Diagram("Headphones", of: Headphones.schema),
  Diagram("DeskLamp", of: DeskLamp.schema),
  Diagram("SignIn", of: SignIn.schema, style: inWords),
  Diagram("MediaPlayer", of: MediaPlayer.schema),
  Diagram("WashingMachine", of: WashingMachine.schema),
  Diagram("Scooter", of: Scooter.schema),
  Diagram("Recorder", of: Recorder.schema),
  Diagram("StreamMachine", of: StreamMachine.graph),
  Diagram("TCPConnection", of: TCPConnection.schema),
  Diagram("InviteTransaction", of: InviteTransaction.schema),
  Diagram("PPP", of: PPP.schema),
  Diagram("MachineLife", of: MachineLife.graph),
]

/// Labels in words: `signed out` for `signedOut`.
private let inWords = DiagramStyle(labelStyle: .words)

import Schematic
import SchematicGraph
import SchematicTesting
import Testing

@testable import Notes

struct NoteListTests {
  @Test(arguments: StateGraph(NoteList.schema).walks(taking: .everyTransition))
  func noteListDoesWhatItsDiagramShows(walk: Walk) {
    expectWalk(walk, of: NoteList.schema, subject: { NoteList(notes: []) })
  }

  @Test func eventsOpenAndCloseASheet() {
    let list = NoteList(notes: [Note(id: 7, text: "Milk")])
    list.path = [7]
    list.machine.handle(.edit)
    #expect(list.editedNote?.text == "Milk")

    list.editedNote = nil
    #expect(list.editedNote == nil)
    #expect(list.path == [7])

    list.machine.handle(.edit)
    list.machine.handle(.save(text: "Oat milk"))
    #expect(list.notes == [Note(id: 7, text: "Oat milk")])

    list.path = []
    #expect(list.path.isEmpty)
  }
}

// Only Apple's systems have views.
#if canImport(SwiftUI)
  import Schematic
  import SwiftUI

  struct NoteListView: View {
    @Bindable var list: NoteList

    var body: some View {
      NavigationStack(path: $list.path) {
        List(list.notes) { note in NavigationLink(note.text, value: note.id) }
          .navigationDestination(for: Note.ID.self) { _ in
            Button("Edit") { list.machine.handle(.edit) }
          }
      }
      .sheet(item: $list.editedNote) { note in
        Button("Add a line") { list.machine.handle(.save(text: note.text + "\n")) }
      }
    }
  }
#endif

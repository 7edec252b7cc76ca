import Observation
import Schematic
import SchematicCases
import SchematicObservation

nonisolated struct Note: Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
}

enum NoteListState: Graphable {
  case list, reading(Note.ID), editing(Note.ID)

  static var graphCases: [NoteListState] {
    [.list] + graphSamples(of: reading) + graphSamples(of: editing)
  }
}

enum NoteListEvent: Graphable {
  case open(Note.ID), edit, save(text: String), cancel, back

  static var graphCases: [NoteListEvent] {
    graphSamples(of: open) + [.edit] + graphSamples(of: save) + [.cancel, .back]
  }
}

final class NoteList: Observable {
  private(set) var notes: [Note]
  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self).tracked()

  init(notes: [Note]) { self.notes = notes }

  private func replaceText(of id: Note.ID, with text: String) {
    for index in notes.indices where notes[index].id == id { notes[index].text = text }
  }

  nonisolated static let schema = StateMachineSchema<NoteListState, NoteListEvent, NoteList>(
    initialState: .list, on: MainActor.self
  ) { state, event in
    switch state {
    case .list:
      if case .open(let id) = event { return .to(.reading(id)) } else { return .ignored }
    case .reading(let id):
      switch event {
      case .edit: return .to(.editing(id))
      case .back: return .to(.list)
      case .open, .save, .cancel: return .ignored
      }
    case .editing(let id):
      switch event {
      case .save(let text):
        return .to(.reading(id), "save") { $0.replaceText(of: id, with: text) }
      case .cancel: return .to(.reading(id))
      case .open, .edit, .back: return .ignored
      }
    }
  }
}

// What the view shows is read from the state. What it asks for is sent as an event.
extension NoteList {
  var editedNote: Note? {
    get {
      guard case .editing(let id) = machine.state else { return nil }
      return notes.first { $0.id == id }
    }
    set {
      if newValue == nil { machine.handle(.cancel) }
    }
  }

  var path: [Note.ID] {
    get {
      switch machine.state {
      case .list: []
      case .reading(let id), .editing(let id): [id]
      }
    }
    set {
      machine.handle(newValue.last.map { .open($0) } ?? .back)
    }
  }
}

import SchematicGraph

/// What the wearer does with headphones.
enum HeadphoneEvent: CaseIterable, Graphable, Sendable { case press, hold, takeOff, turnDial }

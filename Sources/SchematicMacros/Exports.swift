// What the macros write names both modules.
@_exported public import Schematic
@_exported public import SchematicGraph

import Schematic

package enum DoorState: CaseIterable { case open, closed, locked }
package enum DoorEvent: CaseIterable { case push, turnKey }

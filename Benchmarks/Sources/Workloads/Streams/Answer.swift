/// What became of an event, as numbers that both sides add up.
package enum Answer: Int, Sendable {
  case ignored = 4
  case moved = 1
  case stayed = 2
  case rejected = 3
}

struct Pump {
  private(set) var isRunning = false

  mutating func start() { isRunning = true }
  mutating func stop() { isRunning = false }
}

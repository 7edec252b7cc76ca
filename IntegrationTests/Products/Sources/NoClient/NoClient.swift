/// Looks at the clock, and uses nothing of the package.
@main
enum NoClient {
  static func main() async throws {
    try await Task.sleep(for: .milliseconds(1))
    print("slept")
  }
}

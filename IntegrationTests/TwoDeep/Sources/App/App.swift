import Kit

@main
struct App {
  @MainActor static func main() {
    print(KitDiagrams.draw())
    KitDiagrams.runCommand()
  }
}

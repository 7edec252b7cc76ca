/// How costs grow; each figure is a median.
@main
enum Growth {
  static func main() {
    EventGrowth.run()
    GraphGrowth.run()
  }
}

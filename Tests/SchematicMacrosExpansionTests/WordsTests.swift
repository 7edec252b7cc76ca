#if Macros
  import SchematicMacrosExpansion
  import Testing

  @Suite struct WordsTests {
    @Test(arguments: [
      ("idle", "idle"),
      ("waitForCoin", "wait for coin"),
      ("wait_for_coin", "wait for coin"),
      ("WaitForCoin", "wait for coin"),
      ("HTTPError", "HTTP error"),
      ("parseURLString", "parse URL string"),
      ("listURLs", "list URLs"),
      ("listURLsAgain", "list URLs again"),
      ("isAButton", "is a button"),
      ("planB", "plan b"),
      ("level2", "level 2"),
      ("retry3Times", "retry 3 times"),
      ("show3dView", "show 3d view"),
      ("playMP3File", "play MP3 file"),
      ("SYN", "SYN"),
      ("überfälligSeitÄonen", "überfällig seit äonen"),
      ("待機中", "待機中"),
      ("game over", "game over"),
      ("game overNow", "game overNow"),
      ("_private__name_", "private name"),
      ("x", "x"),
    ])
    func readsNamesAsProse(name: String, words: String) {
      #expect(Words(of: name).text == words)
    }
  }
#endif

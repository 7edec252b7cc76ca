import Testing

@Suite struct CSVTests {
  @Test func readsFieldsAndLines() {
    #expect(CSV.lines(of: "a,b\nc,\n") == [["a", "b"], ["c", ""]])
  }

  @Test func readsQuotedFields() {
    #expect(CSV.lines(of: "\"a,b\",\"say \"\"c\"\"\"") == [["a,b", "say \"c\""]])
  }

  @Test func readsEitherLineBreak() {
    #expect(CSV.lines(of: "a\r\nb\n\"c\nd\"") == [["a"], ["b"], ["c\nd"]])
  }
}

import Foundation

/// A document of SARIF 2.1.0, read as strictly as its schema asks for the members that we write.
package struct SARIFDocument: Decodable {
  package struct Run: Decodable {
    package let tool: Tool
    package let results: [Result]
  }
  package struct Tool: Decodable { package let driver: Driver }
  package struct Driver: Decodable {
    package let name: String
    package let rules: [Rule]
  }
  package struct Rule: Decodable {
    package let id: String
    package let shortDescription: Text
  }
  package struct Text: Decodable { package let text: String }
  package struct Result: Decodable {
    package let ruleId: String
    package let level: String
    package let message: Text
    package let locations: [Location]

    /// The path and the line of the first location, as a compiler writes them.
    package var place: String {
      let place = locations[0].physicalLocation
      return "\(place.artifactLocation.uri):\(place.region.startLine)"
    }
  }
  package struct Location: Decodable { package let physicalLocation: Physical }
  package struct Physical: Decodable {
    package let artifactLocation: Artifact
    package let region: Region
  }
  package struct Artifact: Decodable { package let uri: String }
  package struct Region: Decodable { package let startLine: Int }

  package let version: String
  package let runs: [Run]

  /// Reads a document.
  package init(_ text: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }

  package var results: [Result] { runs.flatMap(\.results) }

  /// What the specification forbids in the document.
  package var mistakes: [String] {
    let rules = runs.flatMap(\.tool.driver.rules)
    let identifiers = Set(rules.map(\.id))
    var mistakes: [String] = version == "2.1.0" ? [] : ["version \(version)"]
    if runs.count != 1 { mistakes.append("\(runs.count) runs") }
    if identifiers.count != rules.count { mistakes.append("a rule is there twice") }
    for rule in rules where rule.shortDescription.text.isEmpty { mistakes.append(rule.id) }
    for result in results {
      if !identifiers.contains(result.ruleId) { mistakes.append("rule \(result.ruleId)") }
      if !["error", "warning", "note", "none"].contains(result.level) {
        mistakes.append("level \(result.level)")
      }
      if result.message.text.isEmpty { mistakes.append("no message") }
      if result.locations.count != 1 { mistakes.append("\(result.locations.count) locations") }
      for place in result.locations.map(\.physicalLocation) {
        let uri = place.artifactLocation.uri
        if place.region.startLine < 1 { mistakes.append("line \(place.region.startLine)") }
        if uri.contains(where: { $0 == " " || $0 == "\\" || !$0.isASCII })
          || URL(string: uri) == nil
        {
          mistakes.append("uri \(uri)")
        }
      }
    }
    return mistakes
  }
}

// Parses diagrams with Mermaid's own parser. Compares the number of states with the JSON document beside each
// diagram, and the number of messages and notes of a sequence with its lines.
// Usage: check-mermaid.js PARSER FILE…

const fs = require("fs");

const [, , parser, ...files] = process.argv;
const parse = require(parser);

// Returns the number of nodes for a graph. The parser makes two nodes of a region, and one around the regions of
// a whole machine.
function count({ states, composites, regions }) {
  const isDivided = regions.some(({ parent }) => !parent);
  return states.length + composites.length + 2 * regions.length + (isDivided ? 1 : 0);
}

async function check(file) {
  const text = fs.readFileSync(file, "utf8");
  const { graph_type, graph_data } = JSON.parse(await parse(text));
  if (graph_type === "sequence") {
    const lines = text.split("\n").slice(1, -1).filter((line) => !line.startsWith("  participant "));
    const found = graph_data.state.records.messages;
    if (found.length !== lines.length) throw new Error(`${found.length} messages instead of ${lines.length}`);
    return;
  }
  if (!graph_type.startsWith("stateDiagram")) throw new Error(`it is a ${graph_type}`);
  const found = graph_data.nodes.filter(({ shape }) => !/^state(Start|End)$/.test(shape));
  const beside = file.replace(/\.mmd$/, ".json");
  const graph = JSON.parse(fs.readFileSync(beside, "utf8"));
  const histories = found.filter(({ id }) => /_history(_\d+)?$/.test(id)).length;
  const expected = count(graph) + histories;
  // One state may be drawn in place of several that remember a history.
  if (histories > 0 && found.length < expected && found.length > histories) return;
  if (found.length !== expected) {
    throw new Error(`${found.length} states instead of ${expected}`);
  }
}

(async () => {
  for (const file of files) {
    await check(file).catch((error) => {
      console.error(`check-mermaid: ${file}: ${error.message}`);
      process.exit(1);
    });
  }
  console.log(`check-mermaid: ${files.length} diagrams`);
})();

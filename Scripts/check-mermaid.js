// Parses diagrams with Mermaid's own parser. Compares the states that it finds with those of the JSON document
// beside each, and the messages and notes of a sequence with its lines.
// Usage: check-mermaid.js PARSER FILE…

const fs = require("fs");

const [, , parser, ...files] = process.argv;
const parse = require(parser);

const sum = (list, number) => list.reduce((total, one) => total + number(one), 0);

// The number of nodes of a graph. Its regions stand for the states inside their composite state, and a
// history for those inside the state that remembers.
function count({ states, composites, histories = [] }) {
  const keepers = histories.map(({ keeper }) => keeper);
  const folded = composites
    .filter(({ identifier, regions }) => regions || keepers.includes(identifier))
    .map(({ identifier }) => identifier);
  const parents = new Map(composites.map(({ identifier, parent }) => [identifier, parent]));
  const isShown = ({ parent }) =>
    !parent || (!folded.includes(parent) && isShown({ parent: parents.get(parent) }));
  const shown = composites.filter(isShown);
  return states.filter(isShown).length + shown.length + histories.length
    + sum(shown, ({ regions = [] }) => sum(regions, besideOthers));
}

// The number of nodes of a region: the parser adds one to the box around it.
const besideOthers = (region) => count(region) + 2;

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
  // Regions lie in one composite state.
  const { regions } = graph;
  const expected = regions ? 1 + sum(regions, besideOthers) : count(graph);
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

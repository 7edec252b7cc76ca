// Parses state diagrams with Mermaid's own parser, and compares the states that it finds with those of
// the JSON document beside each.
// Usage: check-mermaid.js PARSER FILE…

const fs = require("fs");

const [, , parser, ...files] = process.argv;
const parse = require(parser);

async function check(file) {
  const { graph_type, graph_data } = JSON.parse(await parse(fs.readFileSync(file, "utf8")));
  if (!graph_type.startsWith("stateDiagram")) throw new Error(`it is a ${graph_type}`);
  const found = graph_data.nodes.filter(({ shape }) => !/^state(Start|End)$/.test(shape));
  const beside = file.replace(/\.mmd$/, ".json");
  const graph = JSON.parse(fs.readFileSync(beside, "utf8"));
  const count = ({ states, composites }) => states.length + composites.length;
  // Regions lie in one composite state. The parser adds a node for each of them.
  const { regions } = graph;
  const expected = regions
    ? regions.map(count).reduce((sum, next) => sum + next + 2, 1)
    : count(graph);
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

// Runs the action's script for comments on a simulated pull request, which records the calls.
// Usage: check-comment.js COMMENT REPORT

const assert = require("assert");
const fs = require("fs");
const os = require("os");
const path = require("path");

const [, , script, report] = process.argv;
const comment = require(script);
const marker = "<!-- schematic-diagrams -->";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "comment-"));

// Creates a pull request with comments of others, some of which begin like ours.
const pullRequest = ({ refusal } = {}) => {
  const refuse = () => {
    if (refusal) throw Object.assign(new Error("refused"), { status: refusal });
  };
  const comments = [
    { id: 1, body: "Nice.", user: { login: "someone" } },
    { id: 2, body: `${marker}\nNot ours.`, user: { login: "someone" } },
    { id: 3, body: `${marker}\nNobody's: the account is gone.`, user: null },
  ];
  const others = JSON.stringify(comments);
  let calls = [];
  let warnings = [];
  const issues = {
    listComments: async () => comments,
    createComment: async ({ body, issue_number }) => {
      refuse();
      assert.equal(issue_number, 7);
      calls.push("create");
      comments.push({ id: 4, body, user: { login: "github-actions[bot]" } });
    },
    updateComment: async ({ comment_id, body }) => {
      refuse();
      calls.push("update");
      comments.find(({ id }) => id === comment_id).body = body;
    },
  };
  const github = { paginate: async (list, place) => list(place), rest: { issues } };
  const core = { warning: (text) => warnings.push(text) };
  const context = { repo: { owner: "o", repo: "r" }, payload: { pull_request: { number: 7 } } };
  return {
    // Comments on a report, and returns the calls.
    run: async (text) => {
      calls = [];
      const file = path.join(folder, "report.md");
      fs.writeFileSync(file, text);
      await comment({ github, context, core, report: file });
      assert.equal(JSON.stringify(comments.slice(0, 3)), others, "comments of others were changed");
      return calls.join();
    },
    ours: () => comments[3]?.body,
    warnings: () => warnings,
  };
};

const tests = {
  "comments once, and again when the report changes": async () => {
    const text = fs.readFileSync(report, "utf8");
    const { run, ours } = pullRequest();
    assert.equal(await run(""), "");
    assert.equal(await run(text), "create");
    assert(ours().includes("press -> hot"));
    assert.equal(await run(text), "");
    assert.equal(await run(""), "update");
    assert(ours().includes("No state diagram changes."));
  },

  "warns when the token may not comment, as that of a fork": async () => {
    const { run, warnings } = pullRequest({ refusal: 403 });
    assert.equal(await run("a report"), "");
    assert.equal(warnings().length, 1);
    assert.match(warnings()[0], /pull-requests: write/);
  },

  "fails when the comment is refused for another reason": async () => {
    await assert.rejects(pullRequest({ refusal: 422 }).run("a report"), { status: 422 });
  },

  // Tries every length around the cut, so that the cut falls on each line of a section and into each character.
  "cuts a long report between lines, and ends what was begun": async () => {
    const section = [
      "### 🙂", "", "````mermaid", "```", "🙂🙂🙂", "```", "````", "", "| 🙂 | `a` |", "",
    ].join("\n");
    const end = 60000 - 2 * section.length;
    for (let length = end; length < end + section.length; length++) {
      const text = `${"a".repeat(length)}\n${section.repeat(5)}`;
      const { run, ours } = pullRequest();
      assert.equal(await run(text), "create");
      const body = ours();
      assert(body.length <= 65536 && body.length > 59000, `${length}: ${body.length} characters`);
      assert.equal(Buffer.from(body).toString(), body, `${length}: half a character`);
      const shown = body.slice(body.indexOf("\n") + 1, body.indexOf("\n… and more"));
      const lines = shown.split("\n");
      const count = (line) => lines.filter((other) => other === line).length;
      assert.equal(count("````mermaid"), count("````"), `${length}: an open fence`);
    }
  },

  "cuts a report of one long line between characters": async () => {
    for (const start of ["", "a"]) {
      const { run, ours } = pullRequest();
      assert.equal(await run(start + "🙂".repeat(40000)), "create");
      assert.equal(Buffer.from(ours()).toString(), ours());
      assert(ours().length > 59000);
    }
  },
};

(async () => {
  for (const [name, test] of Object.entries(tests)) {
    await test().catch((error) => {
      console.error(`check-comment: ${name}:`, error);
      process.exitCode = 1;
    });
  }
})();

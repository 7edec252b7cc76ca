// Runs the action's comment against a pull request that only remembers.
// Usage: check-comment.js COMMENT REPORT

const assert = require("assert");
const fs = require("fs");
const os = require("os");
const path = require("path");

const [, , script, report] = process.argv;
const comment = require(script);
const comments = [{ id: 1, body: "Nice." }];
let calls = [];
const github = {
  paginate: async (list, place) => list(place),
  rest: {
    issues: {
      listComments: async () => comments,
      createComment: async ({ body, issue_number }) => {
        assert.equal(issue_number, 7);
        calls.push("create");
        comments.push({ id: 2, body });
      },
      updateComment: async ({ comment_id, body }) => {
        calls.push("update");
        comments.find(({ id }) => id === comment_id).body = body;
      },
    },
  },
};
const context = { repo: { owner: "o", repo: "r" }, payload: { pull_request: { number: 7 } } };

(async () => {
  const empty = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "comment-")), "empty.md");
  fs.writeFileSync(empty, "");
  const run = async (report) => {
    calls = [];
    await comment({ github, context, report });
    return calls.join();
  };
  assert.equal(await run(empty), "");
  assert.equal(await run(report), "create");
  assert(comments[1].body.includes("press -> hot"));
  assert.equal(await run(report), "");
  assert.equal(await run(empty), "update");
  assert(comments[1].body.includes("No state diagram changes."));
  assert.equal(comments[0].body, "Nice.");
})().catch((error) => {
  console.error(error);
  process.exit(1);
});

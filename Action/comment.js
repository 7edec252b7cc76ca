// Writes the report on the pull request: one comment, which is written again when the report changes
// and says so when nothing differs any more. Run by action.yml.

const fs = require("fs");

const marker = "<!-- schematic-diagrams -->";

module.exports = async ({ github, context, report = process.env.REPORT }) => {
  const text = fs.readFileSync(report, "utf8").trim();
  const place = { ...context.repo, issue_number: context.payload.pull_request.number };
  const comments = await github.paginate(github.rest.issues.listComments, place);
  const old = comments.find((comment) => comment.body?.startsWith(marker));
  if (!old && text === "") return;
  // A comment has 65,536 characters.
  const whole = text === "" ? "No state diagram changes." : text;
  const shown =
    whole.length < 60000 ? whole : `${whole.slice(0, 60000)}\n\n… and more: see the artifacts.`;
  const body = `${marker}\n${shown}\n`;
  if (!old) {
    await github.rest.issues.createComment({ ...place, body });
  } else if (old.body !== body) {
    await github.rest.issues.updateComment({ ...context.repo, comment_id: old.id, body });
  }
};

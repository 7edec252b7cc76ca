// Writes the report on the pull request: one comment, which is written again when the report changes
// and says so when nothing differs any more. Run by action.yml.

const fs = require("fs");

const marker = "<!-- schematic-diagrams -->";

// The account of the token of a job. Anybody may begin a comment with the marker.
const author = "github-actions[bot]";

module.exports = async ({ github, context, core, report = process.env.REPORT }) => {
  const text = fs.readFileSync(report, "utf8").trim();
  const place = { ...context.repo, issue_number: context.payload.pull_request.number };
  try {
    const comments = await github.paginate(github.rest.issues.listComments, place);
    const old = comments.find(
      ({ user, body }) => user?.login === author && body?.startsWith(marker));
    if (!old && text === "") return;
    const body = `${marker}\n${text === "" ? "No state diagram changes." : shortened(text)}\n`;
    if (!old) {
      await github.rest.issues.createComment({ ...place, body });
    } else if (old.body !== body) {
      await github.rest.issues.updateComment({ ...context.repo, comment_id: old.id, body });
    }
  } catch (error) {
    // The token of a pull request from a fork can only read, whatever the job's permissions say.
    if (error.status !== 403) throw error;
    core.warning(
      `The difference of the state diagrams is in the summary of the job, because its token may not ` +
        `comment: it needs pull-requests: write, which a fork does not get. (${error.message})`);
  }
};

// A comment has 65,536 characters.
const most = 60000;

// Returns a report, cut where no block of code is open if it is too long.
const shortened = (text) => {
  if (text.length <= most) return text;
  let fence = "";
  let position = 0;
  let end = 0;
  for (const line of text.split("\n")) {
    position += line.length + 1;
    if (position > most) break;
    const mark = line.match(/^ {0,3}(`{3,}|~{3,})/)?.[1] ?? "";
    if (fence) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    } else {
      fence = mark;
    }
    if (!fence) end = position;
  }
  // A first line that is too long is cut between characters, of which some are two code units.
  const shown = end > 0 ? text.slice(0, end) : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  return `${shown.trimEnd()}\n\n… and more: see the artifacts.`;
};

/** The rules for commit messages. Plain JavaScript without dependencies: it runs before anything is installed. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const subjectLengthMax = 72;
// One or more areas by commas, then what the commit does: "capacity: confirm claims through the outbox".
const subjectShape = /^[\w./@-]+(, [\w./@-]+)*: \S/;
const madeByGit = /^(Merge|Revert|fixup!|squash!|amend!) /;

/** Sentences about a commit message, one for each rule that it breaks. */
export function faultsOf(message) {
  const lines = writtenLines(message);
  const [subject = "", blank = ""] = lines;
  if (madeByGit.test(subject)) return [];
  const faults = [];
  if (subject.length > subjectLengthMax)
    faults.push(`The subject has ${subject.length} characters; at most ${subjectLengthMax}.`);
  if (!subjectShape.test(subject))
    faults.push(
      'The subject names no area, as "capacity: confirm claims through the outbox" does.',
    );
  if (subject.endsWith(".")) faults.push("The subject ends with a full stop.");
  if (blank.trim() !== "") faults.push("The second line is not empty.");
  if (!lines.slice(1).some(isProse)) faults.push("The body gives no reason for the change.");
  return faults;
}

/** Without git's comments, and without the diff that `git commit --verbose` adds below its scissors. */
function writtenLines(message) {
  const [above] = message.split(/^# -+ >8 -+$/m);
  const lines = above.split("\n").filter((line) => !line.startsWith("#"));
  return lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => line.trim() !== ""),
    ),
  );
}

function isProse(line) {
  return line.trim() !== "" && !/^[A-Z][\w-]*-by: /.test(line);
}

function check(file) {
  const faults = faultsOf(readFileSync(file, "utf8"));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) {
    process.stderr.write("STYLE.md, section Changes, says what a message is.\n");
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) check(process.argv[2]);

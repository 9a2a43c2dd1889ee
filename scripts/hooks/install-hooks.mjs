import { execFileSync } from "node:child_process";
import { readdirSync, realpathSync } from "node:fs";
import { resolve } from "node:path";

// Relative, so that each worktree runs the hooks of its own branch.
const hooks = "scripts/hooks";

/** Lets git run scripts/hooks in this clone, unless the clone has hooks of its own or is none. Repeating it changes nothing. */
export function installHooks(root) {
  if (!isCloneOf(root) || git(root, "config", "--get", "core.hooksPath") !== "") return;
  if (hasHooks(resolve(root, git(root, "rev-parse", "--git-path", "hooks")))) return;
  git(root, "config", "core.hooksPath", hooks);
}

function isCloneOf(root) {
  const top = git(root, "rev-parse", "--show-toplevel");
  return top !== "" && realpathSync(top) === realpathSync(root);
}

function hasHooks(directory) {
  try {
    return readdirSync(directory).some((file) => !file.endsWith(".sample"));
  } catch {
    return false;
  }
}

/** The output of git; nothing where git or its answer is missing. */
function git(root, ...arguments_) {
  try {
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", arguments_, options).trim();
  } catch {
    return "";
  }
}

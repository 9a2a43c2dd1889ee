/** The commit hook: its rules by a table, and the hook itself in a clone of this test. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

// The hook is plain JavaScript, which has no declarations.
const at = (file: string): string => new URL(file, import.meta.url).href;
const { faultsOf } = (await import(at("./check-message.mjs"))) as {
  faultsOf(message: string): readonly string[];
};
const { installHooks } = (await import(at("./install-hooks.mjs"))) as {
  installHooks(root: string): void;
};

const good = "capacity: confirm claims through the outbox";
const body = "\n\nA claim without a booking then ends by itself.\n";

describe("a commit message", () => {
  it.each([
    ["with area and reason", good + body, 0],
    ["with two areas", `server, dev: split the platform${body}`, 0],
    ["of a merge", "Merge branch 'reads'\n", 0],
    ["below git's comments", `# comment\n${good}${body}# Please enter the message\n`, 0],
    ["with 73 characters", `docs: ${"x".repeat(67)}${body}`, 1],
    ["without an area", `Confirm claims${body}`, 1],
    ["with a full stop", `${good}.${body}`, 1],
    ["without an empty second line", `${good}\nA reason.\n`, 1],
    ["without a body", `${good}\n`, 1],
    ["with trailers alone", `${good}\n\nSigned-off-by: Ada <ada@example.com>\n`, 1],
    [
      "with the diff of --verbose alone",
      `${good}\n# ${"-".repeat(24)} >8 ${"-".repeat(24)}\n+x\n`,
      1,
    ],
    ["that is empty", "\n", 2],
  ])("%s: %j breaks %i rules", (_, message, count) => {
    expect(faultsOf(message)).toHaveLength(count);
  });
});

describe("in a clone", () => {
  let clone: string;

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), "slipway-hooks-"));
    git("init", "--quiet");
    git("config", "user.email", "ada@example.com");
    git("config", "user.name", "Ada");
    cpSync(import.meta.dirname, join(clone, "scripts", "hooks"), { recursive: true });
    writeFileSync(join(clone, "package.json"), '{"type":"module"}');
    git("add", "package.json");
  });
  afterEach(() => rmSync(clone, { recursive: true, force: true }));

  it("refuses a commit without a body and takes one with it", () => {
    installHooks(clone);
    const refused = commit(good);
    expect(refused.stderr).toContain("The body gives no reason for the change.");
    expect(refused.status).toBe(1);
    expect(commit(good + body).status).toBe(0);
  });

  it("leaves hooks alone that the clone has in another folder", () => {
    git("config", "core.hooksPath", "my-hooks");
    installHooks(clone);
    expect(hooksPath()).toBe("my-hooks");
  });

  it("leaves hooks alone that the clone has in git's own folder", () => {
    mkdirSync(join(clone, ".git", "hooks"), { recursive: true });
    writeFileSync(join(clone, ".git", "hooks", "pre-commit"), "#!/bin/sh\n");
    installHooks(clone);
    expect(hooksPath()).toBe("");
  });

  it("changes nothing for a folder inside another clone", () => {
    installHooks(join(clone, "scripts"));
    expect(hooksPath()).toBe("");
  });

  function git(...arguments_: string[]) {
    // A hook or a test run of a clone's own must not name another clone here.
    const { GIT_DIR: _dir, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _tree, ...env } = environment();
    const own = { GIT_CONFIG_GLOBAL: join(clone, "none"), GIT_CONFIG_NOSYSTEM: "1" };
    return spawnSync("git", arguments_, { cwd: clone, encoding: "utf8", env: { ...env, ...own } });
  }

  function commit(message: string) {
    return git("commit", "--quiet", "--message", message);
  }

  function hooksPath(): string {
    return git("config", "--get", "core.hooksPath").stdout.trim();
  }
});

function environment(): NodeJS.ProcessEnv {
  return process.env;
}

/** The folder that `npm run pack` makes, laid out as an image has it: nobody can write it, another user runs it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The user of the image, where this process may become another one; else it stays who it is. */
const imageUser = process.getuid?.() === 0 ? { uid: 65_532, gid: 65_532 } : {};
export const isAnotherUser = "uid" in imageUser;

const root = join(import.meta.dirname, "..", "..");

type Environment = Readonly<Record<string, string>>;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** Output so far, both streams. */
  output(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface PackedFolder {
  /** Every path in it but directories, relative to it. */
  readonly paths: readonly string[];
  /** Size of all its files together. */
  readonly bytes: number;
  /** Starts one of its programs with this environment and nothing else. */
  start(program: string, env: Environment): Running;
  /** Runs one of its programs to its end, likewise. */
  run(program: string, words: readonly string[], env: Environment): Promise<Ended>;
  remove(): void;
}

export function packedFolder(): PackedFolder {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "slipway-packed-")));
  chmodSync(home, 0o755);
  const folder = join(home, "app");
  const packed = spawnSync(process.execPath, [join(root, "scripts/pack.ts"), folder], {
    encoding: "utf8",
  });
  if (packed.status !== 0) throw new Error(packed.stderr);
  const paths = makeReadOnly(folder);
  const bytes = paths.reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0);
  // The other user need not be able to enter the folder where this Node lies.
  const node = join(home, "node");
  copyFileSync(process.execPath, node);
  const running = new Set<ChildProcess>();
  const launch = (program: string, words: readonly string[], env: Environment): ChildProcess => {
    const child = spawn(node, [program, ...words], { cwd: folder, env, ...imageUser });
    running.add(child);
    child.once("exit", () => running.delete(child));
    return child;
  };
  return {
    paths,
    bytes,
    start(program, env) {
      const child = launch(program, [], env);
      const said = keep(child);
      return {
        output: () => said.stdout + said.stderr,
        async stop() {
          const ended = once(child, "close");
          if (!child.kill("SIGTERM")) throw new Error(`it has ended:\n${said.stderr}`);
          await ended;
          return child.exitCode;
        },
      };
    },
    async run(program, words, env) {
      const child = launch(program, words, env);
      const said = keep(child);
      await once(child, "close");
      return { code: child.exitCode, ...said };
    },
    remove() {
      for (const child of running) child.kill("SIGKILL");
      makeWritable(folder);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function keep(child: ChildProcess): { stdout: string; stderr: string } {
  const said = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (said.stdout += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (said.stderr += chunk.toString("utf8")));
  return said;
}

/** Returns what lies in it but directories, relative to it. */
function makeReadOnly(folder: string): string[] {
  const paths = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) chmodSync(path, 0o444);
    return entry.isDirectory()
      ? makeReadOnly(path).map((inner) => join(entry.name, inner))
      : [entry.name];
  });
  chmodSync(folder, 0o555);
  return paths;
}

/** Else who is not root could not remove it. */
function makeWritable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
}

/** Runs a program together with all that it starts, so that none of them is left behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";

interface GroupOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** After which it is ended. */
  readonly msMax: number;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** The time from SIGINT, at which go removes what it has half built, to SIGKILL. */
const graceMs = 5_000;

/** A program that did not end well; the message says how it ended. */
class GroupFailed extends Error {
  readonly stderr: string;
  constructor(how: string, stderr: string) {
    super(how);
    this.stderr = stderr;
  }
}

/**
 * Resolves with what the program wrote to stdout. At its limit, and when this process gets a signal to end,
 * it ends the program and all that it started. It rejects once they are gone.
 */
export async function runGroup(
  program: string,
  args: readonly string[],
  { cwd, env, msMax }: GroupOptions,
): Promise<string> {
  // Detached is a group of its own; a signal to a single process would leave its children running.
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: [...stdio] });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const timers: NodeJS.Timeout[] = [];
  let why: string | undefined;
  const end = (reason: string): void => {
    if (why !== undefined) return;
    why = reason;
    signalGroup(child.pid, "SIGINT");
    timers.push(setTimeout(() => signalGroup(child.pid, "SIGKILL"), graceMs));
  };
  const onSignal = (signal: NodeJS.Signals): void => end(`${program} was ended by ${signal}`);
  for (const signal of signals) process.on(signal, onSignal);
  timers.push(setTimeout(() => end(`${program} took longer than ${msMax / 1_000} s`), msMax));
  try {
    // Closed: every process that inherited its output has ended as well.
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    if (why !== undefined) throw new GroupFailed(why, "");
    if (code === 0) return said.stdout;
    throw new GroupFailed(`${program} ended with ${code ?? signal ?? ""}`, said.stderr);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    for (const timer of timers) clearTimeout(timer);
  }
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}

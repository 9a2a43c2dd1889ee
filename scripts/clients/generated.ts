/** The files that a generator has made, and how its programs are run. */
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A generator, and what is done with its client. */
export interface Generator {
  readonly name: string;
  /** Resolves with why it cannot be run on this machine; undefined where it can. */
  readonly missing?: () => Promise<string | undefined>;
  /** Generates, compiles and runs. Throws what went wrong. */
  readonly make: (work: Work) => Promise<Made>;
  readonly modelsMax?: number;
  readonly linesMax?: number;
}

export interface Work {
  /** An empty folder, which is removed afterwards. */
  readonly folder: string;
  /** The path of the document. */
  readonly document: string;
  /** The input of the program, as JSON. */
  readonly sale: string;
}

export interface Made {
  /** Types of records, requests and enums. */
  readonly models: number;
  /** Lines of the generated files, with comments and blank lines. */
  readonly lines: number;
  /** The booking that the program has made and cancelled; undefined where none is run. */
  readonly bookingId?: string;
}

const run = promisify(execFile);
const msMax = 5 * 60_000;

/** Runs a program; resolves with what it wrote to stdout, and throws with all that it said. */
export async function ran(program: string, args: readonly string[], cwd: string): Promise<string> {
  // pnpm asks nobody there.
  const env = { ...process.env, CI: "true" };
  const options = { cwd, env, timeout: msMax, maxBuffer: 2 ** 26 };
  try {
    return (await run(program, args, options)).stdout.trim();
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
    throw new Error(`${stdout}${stderr}`.trim() || message, { cause: error });
  }
}

/** The texts of the files below a folder that end like this. */
export async function textsOf(folder: string, end: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(end));
  return Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
}

export function linesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.trimEnd().split("\n").length, 0);
}

export function countOf(texts: readonly string[], shape: RegExp): number {
  return texts.reduce((sum, text) => sum + (text.match(shape)?.length ?? 0), 0);
}

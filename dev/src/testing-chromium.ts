/** A real Chromium for a test. That it cannot be had fails the test with one sentence. */
import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { type Browser, type Page, chromium } from "playwright-core";

const toolsDirectory = fileURLToPath(new URL("../../.tools/chromium", import.meta.url));

interface Program {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/** Starts the browser without a window; close it when done. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  try {
    const program = process.arch === "x64" ? await packagedProgram() : installedProgram();
    // A container's root user has no sandbox to put pages in; they are our own.
    const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", ...more];
    return await chromium.launch({ ...program, args, headless: true });
  } catch (error) {
    throw new Error(`This test needs a Chromium that runs: ${firstLineOf(error)}`, {
      cause: error,
    });
  }
}

export interface User {
  readonly email: string;
  readonly password: string;
}

/** Opens an address of the console, and logs in there. */
export async function logIn(page: Page, address: string, { email, password }: User): Promise<void> {
  await page.goto(address);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator("#content").waitFor();
}

/**
 * The one of the package `@sparticuz/chromium` with the libraries and fonts that come with it, so
 * that the system needs none. Unpacked once, beside what else is fetched for tests.
 */
async function packagedProgram(): Promise<Program> {
  const { resolve } = createRequire(import.meta.url);
  const folder = dirname(dirname(resolve("@sparticuz/chromium")));
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(toolsDirectory, version);
  if (!existsSync(target)) await unpack(join(folder, "bin"), target);
  return {
    executablePath: join(target, "chromium"),
    env: {
      ...environment(),
      HOME: target,
      LD_LIBRARY_PATH: join(target, "lib"),
      FONTCONFIG_FILE: join(target, "fonts.conf"),
    },
  };
}

/** Complete or not at all, also when two processes unpack it at once. */
async function unpack(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(`${target}-unpacking-`);
  try {
    await decompress(join(source, "chromium.br"), join(work, "chromium"), 0o755);
    for (const name of ["al2023.tar", "swiftshader.tar", "fonts.tar"]) {
      await decompress(join(source, `${name}.br`), join(work, name), 0o644);
      const options = { encoding: "utf8", cwd: work } as const;
      const { status, stderr } = spawnSync("tar", ["-xf", name], options);
      if (status !== 0) throw new Error(`tar does not unpack ${name}: ${stderr}`);
      await rm(join(work, name));
    }
    // The package's own one knows the folders of another place.
    await writeFile(join(work, "fonts.conf"), fontsOf(target));
    // The first process to rename wins, and the other one uses its result.
    await rename(work, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function fontsOf(target: string): string {
  const folders = `<dir>${target}/fonts</dir><cachedir>${target}/fonts-cache</cachedir>`;
  const type = '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  return `<?xml version="1.0"?>${type}<fontconfig>${folders}</fontconfig>\n`;
}

async function decompress(source: string, target: string, mode: number): Promise<void> {
  await pipeline(
    createReadStream(source),
    createBrotliDecompress(),
    createWriteStream(target, { mode }),
  );
}

/** The package has no other processor's program. */
function installedProgram(): Program {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.map((folder) => join(folder, "chromium")).find(existsSync);
  if (found === undefined) throw new Error(`on ${process.arch} put chromium on the PATH.`);
  return { executablePath: found, env: environment() };
}

function environment(): Record<string, string> {
  const kept = ["PATH", "LANG", "TMPDIR"].map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(kept.filter((each): each is [string, string] => each[1] !== undefined));
}

function firstLineOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
}

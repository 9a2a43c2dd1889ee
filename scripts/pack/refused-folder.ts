import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

export interface Kept {
  /** The root of the repository. */
  readonly root: string;
  /** The home of the user who runs this. */
  readonly home: string;
}

/**
 * Why a folder must not be emptied, in one sentence. Undefined if no foreign file can be lost: it is missing, it
 * is empty, or it was packed before. Links are followed.
 */
export function refusalOf(folder: string, { root, home }: Kept): string | undefined {
  const place = realPlace(folder);
  const refused = `Nothing was packed into ${folder}, which would be emptied first: `;
  if (holds(place, realPlace(root))) return `${refused}the repository lies in it.`;
  if (holds(place, realPlace(home))) return `${refused}the home directory lies in it.`;
  if (!existsSync(place)) return undefined;
  if (!statSync(place).isDirectory()) return `${refused}it is a file.`;
  if (readdirSync(place).length === 0 || wasPacked(place)) return undefined;
  return `${refused}it holds what npm run pack has not made; name a new folder or an empty one.`;
}

/**
 * Recognises a packed folder by what is written before all else, so that one that was left half done is known as
 * well.
 */
function wasPacked(folder: string): boolean {
  if (!existsSync(join(folder, "main.js"))) return false;
  try {
    const text = readFileSync(join(folder, "package.json"), "utf8");
    return (JSON.parse(text) as { name?: unknown } | null)?.name === "slipway";
  } catch {
    return false;
  }
}

/** The place where a path leads to, also one whose end is still to be made. */
function realPlace(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPlace(dirname(path)), basename(path));
}

function holds(folder: string, inner: string): boolean {
  const way = relative(folder, inner);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "../../examples/connect.ts";
import { held, openServer } from "../chaos/site.ts";
import type { Drill } from "./drill.ts";
import { withLoad } from "./with-load.ts";

const quickCopies = 2;
/** Longer than from one checkpoint of the engine to the next, as the copy of a large directory takes. */
const slowCopyMs = 90_000;

/** Copies of the data directory that are taken while the server writes; one after it has stopped. */
export const hotCopy: Drill = {
  does: `the data directory is copied while the server sells, ${quickCopies} times quickly and once over ${slowCopyMs / 1_000} s, then after its stop`,
  run: ({ directory, ms }) => {
    const data = join(directory, "data");
    return held(openServer({ directory: data }), async (installation) => {
      const known = new Map<string, readonly string[]>();
      let sold: ReadonlyMap<string, unknown> = new Map();
      const report = await withLoad(
        installation,
        async ({ clients }) => {
          sold = clients.sold;
          for (let copy = 0; copy <= quickCopies; copy++) {
            await pause(ms / quickCopies);
            const target = join(directory, `hot-${copy}`);
            known.set(target, [...clients.sold.keys()]);
            await copyOver(copy < quickCopies ? 0 : slowCopyMs, data, target);
          }
        },
        // More than a slow copy sells.
        { seats: 30 },
      );
      const notes: string[] = [];
      for (const [target, ids] of known) notes.push(await openedCopy(target, ids));
      await installation.stop();
      const cold = join(directory, "cold");
      await cp(data, cold, { recursive: true, filter: isFile });
      const ids = [...sold.keys()];
      const stopped = await openedCopy(cold, ids);
      const findings = stopped.startsWith(wholeCopy(ids))
        ? []
        : [`the copy after the stop: ${stopped}`];
      notes.push(`after the stop: ${stopped}`);
      return { ...report, notes, findings: [...report.findings, ...findings] };
    });
  },
};

/** One file after the other, over so long. */
async function copyOver(ms: number, from: string, to: string): Promise<void> {
  const files = await readdir(from, { recursive: true });
  const filter = async (path: string): Promise<boolean> => {
    await pause(ms / files.length);
    return isFile(path);
  };
  await cp(from, to, { recursive: true, filter });
}

/** A socket is no data. */
function isFile(path: string): boolean {
  return !path.endsWith(".sock");
}

function wholeCopy(ids: readonly string[]): string {
  return `it opens with all ${ids.length} sales acknowledged before it, doctor clean`;
}

/** Opens a copy, and says in words which of these bookings it has. */
async function openedCopy(directory: string, ids: readonly string[]): Promise<string> {
  try {
    return await held(openServer({ directory }), async (copy) => {
      const found = new Set(
        (await connect(copy.urls, copy.key).bookings.list()).map(({ id }) => id),
      );
      const missing = ids.filter((id) => !found.has(id)).length;
      const { code, stdout } = await copy.doctor();
      if (missing === 0 && code === 0) return wholeCopy(ids);
      return `it opens with ${missing} of ${ids.length} sales missing; doctor: ${stdout.trim()}`;
    });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return `it does not open: ${said.trim().split("\n").slice(-3).join(" ").slice(0, 400)}`;
  }
}

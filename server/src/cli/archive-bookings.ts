/** Archives what ended long ago: writes the records into compressed files, and removes them once the disk has them. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bookingArchive, partsOf } from "@slipway/contracts";
import type { z } from "zod";
import type { Send } from "./export-tenant.ts";
import type { CommandAnswer } from "./wire.ts";
import { writeWholeFile } from "./write-whole-file.ts";

/**
 * In this order: an order goes and a day is closed once its bookings are archived, and the claims of a closed day follow.
 * After a crash between any two steps, another run goes on.
 */
const kinds = [
  { of: "bookings", service: "bookings" },
  { of: "orders", service: "bookings" },
  { of: "ledgers", service: "resources-capacity" },
  { of: "claims", service: "resources-capacity" },
] as const;

const part = bookingArchive.listEndedBookings.output.partial({ keepDays: true });
const removed = bookingArchive.archiveBookings.output;
type Part = z.output<typeof part>;
type Version = Part["items"][number]["version"];
/** A file of so many bookings has some 20 MB before compression, and memory holds their versions. */
const recordsOfFile = 10_000;
/** Far below what a relay keeps in memory: events of sales go on beside those of a run. */
const pendingMax = 2_000;
const askAgainMs = 1_000;

type Ask = (flags: Readonly<Record<string, string>>) => Promise<unknown>;

interface Run {
  readonly id: string;
  readonly folder: string;
  readonly kind: (typeof kinds)[number];
  readonly ask: Ask;
}

/**
 * Command line: file by file, so that an interrupted run has archived some. A file is written, synced, closed and named
 * before the first of its records is removed. A crash before that leaves a file that ends in `.partial`, which nobody needs.
 * A crash after it leaves records. The next run writes them into another file, with the same ids and versions.
 */
export async function archiveEnded(send: Send, folder: string): Promise<CommandAnswer> {
  const id = randomUUID();
  const ask: Ask = (flags) => recordOf(send, { run: id, ...flags });
  try {
    const { keepDays = 0 } = await loadPart(ask, null);
    if (keepDays === 0)
      return { ok: false, sentence: "BOOKINGS_KEEP_DAYS is 0: bookings are kept for ever." };
    const archived: Record<string, number> = {};
    const files: ArchiveFile[] = [];
    for (const kind of kinds) {
      const keep = String(keepDays);
      const run = { id, folder, kind, ask: (flags) => ask({ of: kind.of, keep, ...flags }) } as Run;
      archived[kind.of] = await archiveKind(run, files);
    }
    return { ok: true, record: { keepDays, archived, files }, isClean: true };
  } finally {
    // The lease ends by itself, so nothing is lost without this.
    await ask({ versions: "[]", end: "true" }).catch(() => undefined);
  }
}

interface ArchiveFile {
  readonly file: string;
  readonly records: number;
  readonly bytes: number;
}

/** How many records it has removed; adds the files that it has written. */
async function archiveKind(run: Run, files: ArchiveFile[]): Promise<number> {
  let archived = 0;
  let number = 0;
  for (let first = await loadPart(run.ask, null); ; ) {
    // Pages behind the last record may be empty.
    while (first.items.length === 0 && first.next !== null)
      first = await loadPart(run.ask, first.next);
    if (first.items.length === 0) return archived;
    const name = `${run.kind.of}-${run.id.slice(0, 8)}-${String(++number).padStart(4, "0")}`;
    const file = join(run.folder, `${name}.jsonl.gz`);
    const { versions, next, bytes } = await writeFile(run, { file, first });
    files.push({ file, records: versions.length, bytes });
    // The versions of a command are texts of at most 64 KiB.
    for (const some of partsOf(versions, bookingArchive.removedAtOnceMax))
      archived += await remove(run.ask, some);
    if (next === null) return archived;
    first = await loadPart(run.ask, next);
  }
}

/** Its first line has the time, its last line the number of records: a file without it is not whole. */
async function writeFile(
  { id: run, kind: { of, service }, ask }: Run,
  { file, first }: { readonly file: string; readonly first: Part },
): Promise<{ versions: Version[]; next: string | null; bytes: number }> {
  const versions: Version[] = [];
  let next: string | null = null;
  async function* texts(): AsyncGenerator<string> {
    const head = { slipway: `${of} archive`, run, at: new Date().toISOString() };
    yield `${JSON.stringify(head)}\n`;
    for (let at = first; ; at = await loadPart(ask, next)) {
      versions.push(...at.items.map(({ version }) => version));
      next = at.next;
      yield at.items.map(({ line }) => `{"service":"${service}",${line.slice(1)}\n`).join("");
      if (next === null || versions.length >= recordsOfFile) break;
    }
    yield `${JSON.stringify({ end: true, records: versions.length })}\n`;
  }
  const { bytes, unsynced } = await writeWholeFile(file, texts);
  if (unsynced !== undefined)
    throw new Error(`${file} is whole, and none of its records was removed: ${unsynced}`);
  return { versions, next, bytes };
}

async function loadPart(ask: Ask, page: string | null): Promise<Part> {
  return part.parse(await ask(page === null ? {} : { page }));
}

async function remove(ask: Ask, versions: readonly Version[]): Promise<number> {
  const { archived, pending = 0 } = removed.parse(
    await ask({ versions: JSON.stringify(versions) }),
  );
  await waitForDelivery(ask, pending);
  return archived;
}

/** Each removed booking has an event. Events of sales are delivered behind those that came before. */
async function waitForDelivery(ask: Ask, before: number): Promise<void> {
  let pending = before;
  while (pending > pendingMax) {
    await pause(askAgainMs);
    // Renews the lease, too.
    pending = removed.parse(await ask({ versions: "[]" })).pending ?? 0;
  }
}

async function recordOf(send: Send, flags: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await send({ command: "bookings archive", flags });
  if (!answer.ok) throw new Error(answer.sentence);
  return answer.record;
}

/** Bookings that ended long ago: written into compressed files, and removed once the disk has them. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { type Via, call, ownRequest } from "@slipway/broker";
import { bookingArchive } from "@slipway/contracts";
import type { z } from "zod";
import type { Send } from "./export-tenant.ts";
import type { CommandAnswer } from "./wire.ts";

type Version = z.output<typeof bookingArchive.archivedVersion>;

const { output: part } = bookingArchive.listEndedBookings;
const removed = bookingArchive.archiveBookings.output;
/** The versions of a command are texts of at most 64 KiB. */
const removedAtOnce = 200;
/** A file of so many bookings has some 20 MB before compression, and memory holds their versions. */
const bookingsOfFile = 10_000;
/** Far below what a relay keeps in memory: events of sales go on beside those of a run. */
const pendingMax = 2_000;
const askAgainMs = 1_000;

/** Server: a page of what there is to archive or, with versions, the removal of what a file has by now. */
export async function archivePart(
  broker: Via,
  { run = "", page, versions, end }: Readonly<Record<string, string>>,
): Promise<unknown> {
  const request = ownRequest(broker, "-", "cli");
  if (versions !== undefined) {
    const parsed = bookingArchive.archiveBookings.input.shape.versions.parse(JSON.parse(versions));
    return call(request, bookingArchive.archiveBookings, {
      run,
      versions: parsed,
      end: end !== undefined,
    });
  }
  return call(
    request,
    bookingArchive.listEndedBookings,
    page === undefined ? { run } : { run, page },
  );
}

/**
 * Command line: file by file, so that an interrupted run has archived some. A file is written, synced, closed and named
 * before the first of its bookings is removed. A crash before that leaves a file that ends in `.partial`, which nobody needs.
 * A crash after it leaves bookings. The next run writes them into another file, with the same ids and revisions.
 */
export async function archiveEnded(send: Send, folder: string): Promise<CommandAnswer> {
  const run = randomUUID();
  try {
    return await archiveAll(send, run, folder);
  } finally {
    // The lease ends by itself, so nothing is lost without this.
    await recordOf(send, { run, versions: "[]", end: "true" }).catch(() => undefined);
  }
}

async function archiveAll(send: Send, run: string, folder: string): Promise<CommandAnswer> {
  const files: { file: string; bookings: number; bytes: number }[] = [];
  let archived = 0;
  let first = await loadPart(send, run, null);
  const { keepDays } = first;
  if (keepDays === 0)
    return { ok: false, sentence: "BOOKINGS_KEEP_DAYS is 0: bookings are kept for ever." };
  for (;;) {
    // Pages behind the last booking may be empty.
    while (first.items.length === 0 && first.next !== null)
      first = await loadPart(send, run, first.next);
    if (first.items.length === 0) break;
    const name = `bookings-${run.slice(0, 8)}-${String(files.length + 1).padStart(4, "0")}.jsonl.gz`;
    const file = join(folder, name);
    const { versions, next } = await writeFile(send, run, { file, first });
    files.push({ file, bookings: versions.length, bytes: (await stat(file)).size });
    for (let from = 0; from < versions.length; from += removedAtOnce)
      archived += await remove(send, run, versions.slice(from, from + removedAtOnce));
    if (next === null) break;
    first = await loadPart(send, run, next);
  }
  return { ok: true, record: { keepDays, archived, files }, isClean: true };
}

type Part = z.output<typeof part>;

/** Its first line has the time, its last line the number of bookings: a file without it is not whole. */
async function writeFile(
  send: Send,
  run: string,
  { file, first }: { readonly file: string; readonly first: Part },
): Promise<{ versions: Version[]; next: string | null }> {
  const versions: Version[] = [];
  let next: string | null = null;
  async function* texts(): AsyncGenerator<string> {
    const head = { slipway: "bookings archive", run, at: new Date().toISOString() };
    yield `${JSON.stringify(head)}\n`;
    for (let at = first; ; at = await loadPart(send, run, next)) {
      versions.push(...at.items.map(({ version }) => version));
      next = at.next;
      yield at.items.map(({ line }) => `{"service":"bookings",${line.slice(1)}\n`).join("");
      if (next === null || versions.length >= bookingsOfFile) break;
    }
    yield `${JSON.stringify({ end: true, records: versions.length })}\n`;
  }
  const partial = `${file}.partial`;
  try {
    await pipeline(texts, createGzip(), createWriteStream(partial, { mode: 0o600, flags: "wx" }));
    await sync(partial);
    await rename(partial, file);
    // The name is in the folder, which has to reach the disk as well.
    await sync(join(file, ".."));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return { versions, next };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function loadPart(send: Send, run: string, page: string | null): Promise<Part> {
  return part.parse(await recordOf(send, { run, ...(page === null ? {} : { page }) }));
}

async function remove(send: Send, run: string, versions: readonly Version[]): Promise<number> {
  const record = await recordOf(send, { run, versions: JSON.stringify(versions) });
  const { archived, pending = 0 } = removed.parse(record);
  await waitForDelivery(send, run, pending);
  return archived;
}

/** Each removal has an event. Events of sales are delivered behind those that came before. */
async function waitForDelivery(send: Send, run: string, before: number): Promise<void> {
  let pending = before;
  while (pending > pendingMax) {
    await pause(askAgainMs);
    // Renews the lease, too.
    const record = await recordOf(send, { run, versions: "[]" });
    pending = removed.parse(record).pending ?? 0;
  }
}

async function recordOf(send: Send, flags: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await send({ command: "bookings archive", flags });
  if (!answer.ok) throw new Error(answer.sentence);
  return answer.record;
}

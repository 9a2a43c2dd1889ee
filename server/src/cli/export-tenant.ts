/** All records of a tenant as JSON lines in a compressed file. */
import { type Via, call, ownRequest } from "@slipway/broker";
import { auth, jsonLine, tenantData } from "@slipway/contracts";
import { z } from "zod";
import type { CommandAnswer, CommandRequest } from "./wire.ts";
import { writeWholeFile } from "./write-whole-file.ts";

const services = Object.values(tenantData.ofServices);
const part = z.object({ lines: z.array(z.string()), next: z.string().nullable() });

/** Server: one part of the export; the page names a service and a page of it. */
export async function exportPart(
  broker: Via,
  tenantId: string,
  page: string | undefined,
): Promise<z.output<typeof part>> {
  const request = ownRequest(broker, tenantId, "cli", "read");
  if (page === undefined) {
    // Refuses where there is no such tenant.
    const tenant = await call(request, auth.getTenantName, {});
    const head = { slipway: "tenant export", tenant, at: new Date().toISOString() };
    return { lines: [jsonLine(JSON.stringify(head))], next: `${services[0]?.service} ` };
  }
  const space = page.indexOf(" ");
  const at = services.findIndex(({ service }) => service === page.slice(0, space));
  const own = services[at];
  if (!own) throw new Error(`${page} is no page of an export`);
  const inService = page.slice(space + 1);
  const input = inService === "" ? {} : { page: inService };
  const { items, next } = await call(request, own.exportRecords, input);
  const lines = items.map((line) => `{"service":"${own.service}",${line.slice(1)}`);
  const following = services[at + 1];
  if (next !== null) return { lines, next: `${own.service} ${next}` };
  return { lines, next: following ? `${following.service} ` : null };
}

export type Send = (request: CommandRequest) => Promise<CommandAnswer>;

/**
 * Command line: writes the file part by part, so that memory holds one. The last line has the number of records: a file
 * without it is not whole. The file gets its name at the end; a repeat writes it anew. Not clean where a power cut may still
 * take the name. Rejects with one sentence.
 */
export async function exportTenant(
  send: Send,
  { tenant, file }: { readonly tenant: string; readonly file: string },
): Promise<CommandAnswer> {
  // Before there is a file: the tenant may not be known.
  const first = await loadPart(send, { tenant });
  let records = -1;
  async function* texts(): AsyncGenerator<string> {
    for (let at = first; ; at = await loadPart(send, { tenant, page: at.next })) {
      records += at.lines.length;
      yield at.lines.map((line) => `${line}\n`).join("");
      if (at.next === null) break;
    }
    yield `${JSON.stringify({ end: true, records })}\n`;
  }
  const written = await writeWholeFile(file, texts);
  return {
    ok: true,
    record: { file, records, ...written },
    // A script that deletes the tenant next needs a file that a power cut leaves.
    isClean: written.unsynced === undefined,
  };
}

async function loadPart(
  send: Send,
  { tenant, page = null }: { readonly tenant: string; readonly page?: string | null },
): Promise<z.output<typeof part>> {
  const flags = { tenant, ...(page === null ? {} : { page }) };
  const answer = await send({ command: "tenant export", flags });
  if (!answer.ok) throw new Error(answer.sentence);
  return part.parse(answer.record);
}

/** A reseller sells the operator's tours over OCTO, and the operator looks at what it has sold. */
import type { AuditLog, Slipway } from "@slipway/client";
import { createOctoClient } from "../reseller/client.ts";
import { sell } from "../reseller/sell.ts";
import { ensure, repeatable } from "../connect.ts";

/** The reseller's channel, which is also the `source` of its bookings. */
export const resellerCode = "canal-tickets";

interface Resale {
  readonly slipway: Slipway;
  readonly url: string;
  readonly supplierId: string;
  /** YYYY-MM-DD, both included. */
  readonly days: { readonly from: string; readonly to: string };
}

/** Sells one booking. The key of the reseller ends with it. */
export async function sellByReseller({ slipway, url, supplierId, days }: Resale): Promise<void> {
  console.log("\nCanal Tickets, a reseller, sells over OCTO");
  const channel = await ensure(
    async () => (await slipway.channels.list()).find(({ code }) => code === resellerCode),
    () => slipway.channels.create({ code: resellerCode, name: "Canal Tickets" }),
  );
  const issued = await slipway.channels.createKey(channel.id, { name: "The demo", supplierId });
  try {
    const octo = createOctoClient(`${url}/octo`, issued.key);
    const { sold } = await sell({ octo, days, say: (line) => console.log(`  ${line}`) });
    await showSold(slipway, sold.uuid, sold.availabilityId);
  } finally {
    await repeatable(() => slipway.apiKeys.delete(issued.id));
  }
}

/** As the operator sees it: on the day's calendar, and in the audit log. */
async function showSold(slipway: Slipway, externalId: string, startsAt: string): Promise<void> {
  const [booking] = await slipway.bookings.list({ externalId });
  if (!booking) throw new Error(`${externalId} is not among the bookings`);
  const { optionId, startAt, reference } = booking;
  const [departure] = await slipway.availability.list({ optionId, from: startAt, to: startAt });
  const free = departure ? `${departure.vacancies} of ${departure.capacity} places are free` : "";
  console.log(`On the calendar: ${startsAt}, ${free}`);
  for (const { action, actorType, source } of await entriesOf(slipway, booking.id))
    console.log(`In the audit log: ${reference} ${action} by ${actorType} of ${source}`);
}

/** The audit log has an entry some milliseconds after the answer. */
async function entriesOf({ auditLogs }: Slipway, entityId: string): Promise<AuditLog[]> {
  const until = performance.now() + 10_000;
  for (;;) {
    const entries = await auditLogs.list({ entityType: "booking", entityId });
    const isWhole = entries.some(({ action }) => action === "booking.confirm");
    if (isWhole || performance.now() > until) return entries.toReversed();
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

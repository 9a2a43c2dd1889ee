import { type ServiceBroker, call, ownRequest, refusalOf } from "@slipway/broker";
import { auth, bookings, refusals, resourcesCapacity } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { createTenant } from "../server/operator.ts";
import type { CommandAnswer, CommandRequest } from "./wire.ts";

/** Doctor reads everything twice, the second time after the recovery window. */
const doctorMsMax = 15 * 60_000;

/** Carries out one command of the command line; a refusal becomes one sentence that names the flag. */
export async function runCommand(
  broker: ServiceBroker,
  request: CommandRequest,
): Promise<CommandAnswer> {
  try {
    if (request.command === "doctor") return await examine(broker);
    return { ok: true, record: await create(broker, request), isClean: true };
  } catch (error) {
    return { ok: false, sentence: sentenceFor(error, request) };
  }
}

function create(broker: ServiceBroker, { command, flags, password = "" }: CommandRequest): unknown {
  const { tenant = "", name, email = "", currency } = flags;
  if (command === "tenant create")
    return createTenant(broker, newId("ten", Date.now()), { name, currency });
  const request = ownRequest(broker, tenant, "cli");
  const scopes = flags["scopes"]?.split(",").map((scope) => scope.trim());
  if (command === "key create")
    return call(request, auth.createApiKey, { name: name ?? "", scopes });
  return call(request, auth.createUser, { email, name, password, scopes });
}

async function examine(broker: ServiceBroker): Promise<CommandAnswer> {
  const request = { ...ownRequest(broker, "-", "cli", "read"), deadline: Date.now() + doctorMsMax };
  const [capacity, booked] = await Promise.all([
    call(request, resourcesCapacity.examineCapacity, {}),
    call(request, bookings.examineBookings, {}),
  ]);
  const findings = [...capacity.findings, ...booked.findings];
  const isClean = findings.length === 0;
  const { ledgers, claims } = capacity;
  const examined = { ledgers, claims, bookings: booked.bookings };
  return { ok: true, record: { ok: isClean, examined, findings }, isClean };
}

/** How an input's field is given on the command line. */
const givenAs: Readonly<Record<string, string>> = {
  name: "--name",
  defaultCurrency: "--currency",
  email: "--email",
  scopes: "--scopes",
  password: "The password on stdin",
};

function sentenceFor(error: unknown, { flags }: CommandRequest): string {
  const refusal = refusalOf(error);
  if (!refusal)
    return `The server failed: ${error instanceof Error ? error.message : String(error)}.`;
  const { code, details } = refusal;
  if (code === "NOT_FOUND") return `--tenant: there is no tenant ${flags["tenant"]}.`;
  if (code === "REFERENCE_TAKEN") return "--email: a user with this e-mail exists.";
  const [fault] = details.errors ?? [];
  if (!fault) return `${refusals[code].title}.`;
  const field = fault.pointer.split("/")[1] ?? "";
  return `${givenAs[field] ?? field} ${fault.detail}.`;
}

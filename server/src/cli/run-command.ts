import { type Request, type ServiceBroker, call, ownRequest, refusalOf } from "@slipway/broker";
import {
  type OutputOf,
  auth,
  bookings,
  customers,
  outbox,
  refusals,
  resourcesCapacity,
} from "@slipway/contracts";
import { newId } from "@slipway/store";
import { createTenant } from "../data/operator.ts";
import { type ServiceName, busName, serviceNames } from "../service-names.ts";
import { archivePart } from "./archive-part.ts";
import type { ServerCommandName } from "./commands.ts";
import { deleteTenant } from "./delete-tenant.ts";
import { exportPart } from "./export-tenant.ts";
import type { CommandAnswer, CommandRequest } from "./wire.ts";

/** Doctor reads everything twice, the second time after the recovery window. */
const doctorMsMax = 15 * 60_000;

const calledBy: Readonly<Record<ServerCommandName, readonly ServiceName[]>> = {
  "tenant create": ["auth"],
  "tenant export": serviceNames,
  "tenant delete": serviceNames,
  "bookings archive": ["bookings", "resources-capacity"],
  "customer erase": ["bookings", "sync", "audit"],
  "user create": ["auth"],
  "user disable": ["auth"],
  "user enable": ["auth"],
  "user password": ["auth"],
  "user second-factor": ["auth"],
  "key create": ["auth"],
  doctor: ["bookings", "resources-capacity"],
  "outbox list": serviceNames.filter((name) => busName(name) in outbox.outboxes),
  "outbox retry": serviceNames.filter((name) => busName(name) in outbox.outboxes),
};

interface Status {
  readonly name: string;
  readonly available: boolean;
}

/** A node that has just joined the bus hears of the others one by one, later on a busy machine. */
const hearMsMax = 10_000;

/** Resolves when the bus knows every service that the command calls; rejects with a sentence that names those it does not. */
export async function hearOfServices(
  broker: ServiceBroker,
  command: ServerCommandName,
): Promise<void> {
  const names = calledBy[command];
  const asked = names.map((name) => busName(name));
  await broker.waitForServices(asked, hearMsMax, 20).catch((error: unknown) => {
    const { statuses = [] } = (error as { data?: { statuses?: Status[] } }).data ?? {};
    const missing = statuses.filter(({ available }) => !available).map(({ name }) => name);
    throw new Error(
      `No process of ${missing.join(", ")} is on the bus: does it run, and with the same DATABASE_PREFIX?`,
      { cause: error },
    );
  });
}

/** Carries out one command of the command line; a refusal becomes one sentence that names the flag. */
export async function runCommand(
  broker: ServiceBroker,
  request: CommandRequest,
): Promise<CommandAnswer> {
  try {
    const { command } = request;
    if (command === "doctor") return await examine(broker, request.flags["repair"] === "true");
    if (command === "bookings archive") {
      const record = await archivePart(broker, request.flags);
      return { ok: true, record, isClean: true };
    }
    if (command === "customer erase")
      return { ok: true, record: await eraseCustomer(broker, request.flags), isClean: true };
    if (command === "tenant delete")
      return await deleteTenant(broker, request.flags["tenant"] ?? "", request.flags["yes"] ?? "");
    return { ok: true, record: await change(broker, { ...request, command }), isClean: true };
  } catch (error) {
    return { ok: false, sentence: sentenceFor(error, request) };
  }
}

function change(
  broker: ServiceBroker,
  {
    command,
    flags,
    password = "",
  }: CommandRequest & {
    command: Exclude<
      ServerCommandName,
      "bookings archive" | "customer erase" | "doctor" | "tenant delete"
    >;
  },
): unknown {
  // A user's e-mail alone says whose it is: no tenant is named beside it.
  const { tenant = "-", name, email = "", currency } = flags;
  const request = ownRequest(broker, tenant, "cli");
  const scopes = flags["scopes"]?.split(",").map((scope) => scope.trim());
  if (isByEmail(command)) return call(request, byEmail[command], { email });
  switch (command) {
    case "tenant create":
      return createTenant(broker, newId("ten", Date.now()), { name, currency });
    case "tenant export":
      return exportPart(broker, tenant, flags["page"]);
    case "key create":
      return call(request, auth.issueApiKey, { name: name ?? "", scopes });
    case "user create":
      return call(request, auth.createUser, { email, name, password, scopes });
    case "user password":
      return call(request, auth.setUserPassword, { email, password });
    case "outbox list":
      return listOutboxes(broker);
    case "outbox retry":
      return retryOutboxes(broker, flags["event"]);
  }
}

function eraseCustomer(broker: ServiceBroker, flags: CommandRequest["flags"]): Promise<object> {
  const request = ownRequest(broker, flags["tenant"] ?? "", "cli");
  const wanted = { emailAddress: flags["email"], bookingId: flags["booking"] };
  return call(patient(request), customers.eraseCustomer, wanted);
}

/** Actions on a user whom the e-mail alone names. */
const byEmail = {
  "user disable": auth.disableUser,
  "user enable": auth.enableUser,
  "user second-factor": auth.resetSecondFactor,
} as const;

function isByEmail(command: string): command is keyof typeof byEmail {
  return Object.hasOwn(byEmail, command);
}

async function listOutboxes(broker: ServiceBroker): Promise<object> {
  const listed = await Promise.all(
    Object.values(outbox.outboxes).map(async ({ service, listOutbox }) => {
      const request = ownRequest(broker, "-", "cli", "read");
      const { pending, deadLetters, items } = await call(request, listOutbox, { limit: 100 });
      return { service, pending, deadLetters, items: items.map((item) => ({ service, ...item })) };
    }),
  );
  return {
    services: listed.map(({ items: _, ...counts }) => counts),
    deadLetters: listed.flatMap(({ items }) => items),
  };
}

async function retryOutboxes(broker: ServiceBroker, eventId?: string): Promise<object> {
  const retried = await Promise.all(
    Object.values(outbox.outboxes).map(({ retryOutbox }) =>
      call(ownRequest(broker, "-", "cli"), retryOutbox, { eventId }),
    ),
  );
  return { retried: retried.reduce((sum, one) => sum + one.retried, 0) };
}

async function examine(broker: ServiceBroker, repairs: boolean): Promise<CommandAnswer> {
  const found = await examineOnce(broker);
  if (!repairs || found.findings.length === 0) {
    const isClean = found.findings.length === 0;
    return { ok: true, record: { ok: isClean, ...found }, isClean };
  }
  const request = doctorsRequest(broker);
  const { findings } = found;
  // Places that nobody has are given back before others are claimed anew.
  const capacity = await call(request, resourcesCapacity.repairCapacity, { findings });
  const booked = await call(request, bookings.repairBookings, { findings });
  const left = await examineOnce(broker);
  const isClean = left.findings.length === 0;
  const repaired = [...capacity.repaired, ...booked.repaired];
  return {
    ok: true,
    record: { ok: isClean, ...left, repaired, expired: booked.expired },
    isClean,
  };
}

type Findings = OutputOf<typeof bookings.examineBookings>["findings"];

async function examineOnce(broker: ServiceBroker): Promise<{
  examined: object;
  /** About this process's own connections. */
  warnings: string[];
  findings: Findings;
  /** Bookings of which people decide: nothing departs any more when they start. */
  unscheduled: Findings;
}> {
  const request = doctorsRequest(broker);
  const [capacity, booked] = await Promise.all([
    call(request, resourcesCapacity.examineCapacity, {}),
    call(request, bookings.examineBookings, {}),
  ]);
  const { ledgers, claims } = capacity;
  const { unencryptedInEnvironment } = await import("../settings/config.ts");
  return {
    examined: { ledgers, claims, bookings: booked.bookings },
    warnings: unencryptedInEnvironment(),
    findings: [...capacity.findings, ...booked.findings],
    unscheduled: booked.unscheduled,
  };
}

/** Gives a request more time, for work that looks at all records of a tenant. */
function patient(request: Request): Request {
  return { ...request, deadline: Date.now() + doctorMsMax };
}

function doctorsRequest(broker: ServiceBroker): Request {
  return patient(ownRequest(broker, "-", "cli", "read"));
}

/** How an input's field is given on the command line. */
const givenAs: Readonly<Record<string, string>> = {
  name: "--name",
  defaultCurrency: "--currency",
  email: "--email",
  emailAddress: "--email",
  bookingId: "--booking",
  scopes: "--scopes",
  password: "The password on stdin",
};

function sentenceFor(error: unknown, { flags }: CommandRequest): string {
  const refusal = refusalOf(error);
  if (!refusal)
    return `The server failed: ${error instanceof Error ? error.message : String(error)}.`;
  const { code, details } = refusal;
  if (code === "NOT_FOUND" && flags["booking"] !== undefined)
    return `--booking: the tenant has no booking ${flags["booking"]}.`;
  if (code === "NOT_FOUND")
    return flags["tenant"] === undefined
      ? "--email: there is no user with this e-mail."
      : `--tenant: there is no tenant ${flags["tenant"]}.`;
  if (code === "REFERENCE_TAKEN") return "--email: a user with this e-mail exists.";
  if (code === "INVALID_STATE" && details.detail) return `${details.detail}.`;
  const [fault] = details.errors ?? [];
  if (!fault) return `${refusals[code].title}.`;
  const field = fault.pointer.split("/")[1] ?? "";
  return `${givenAs[field] ?? field} ${fault.detail}.`;
}

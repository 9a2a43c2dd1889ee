/** The first start on an empty data directory makes what a person needs to begin. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type ServiceBroker, call, ownRequest, unlessRefused } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { z } from "zod";
import { createTenant } from "./operator.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

export interface Credentials {
  tenantId: string;
  apiKey: string;
  email: string;
  password: string;
}

/** Kept before anything is made, so that a first start killed half way goes on with the same. */
const plan = z.object({ tenantId: z.string(), email: z.string(), password: z.string() });
type Plan = z.output<typeof plan>;

const tenantName = "My company";
const currency = "EUR";
const keyName = "First key";

export function credentialsFile(directory: string): string {
  return join(directory, "credentials.json");
}

/** Makes the first tenant with user and key, and writes credentials.json. Undefined when an earlier start has done so. */
export async function makeFirstTenant(
  directory: string,
  broker: ServiceBroker,
): Promise<Credentials | undefined> {
  const planFile = planFileIn(directory);
  const kept = await readPrivateFile(planFile);
  if (kept !== undefined && isDone(kept)) return undefined;
  const credentialsText = await readPrivateFile(credentialsFile(directory));
  let credentials: Credentials | undefined;
  if (credentialsText === undefined) {
    const planned = kept === undefined ? await makePlan(planFile) : plan.parse(JSON.parse(kept));
    credentials = await carryOut(planned, broker);
    await writePrivateFile(credentialsFile(directory), jsonText(credentials));
  }
  // Without the plan's password; the file says to later starts that there is nothing to make.
  await writePrivateFile(planFile, jsonText({ done: true }));
  return credentials;
}

function planFileIn(directory: string): string {
  return join(directory, "first-start.json");
}

/** Whether an earlier start has made the first tenant of this directory. */
export async function hasStarted(directory: string): Promise<boolean> {
  const kept = await readPrivateFile(planFileIn(directory));
  return kept !== undefined && isDone(kept);
}

function isDone(text: string): boolean {
  return z.object({ done: z.literal(true) }).safeParse(JSON.parse(text)).success;
}

async function makePlan(planFile: string): Promise<Plan> {
  const made: Plan = {
    tenantId: newId("ten", Date.now()),
    // Unique in whichever database this is; example.com belongs to nobody.
    email: `owner-${randomBytes(4).toString("hex")}@example.com`,
    password: randomBytes(12).toString("hex"),
  };
  await writePrivateFile(planFile, jsonText(made));
  return made;
}

/** Each step may have been done by a start that was killed after it. */
async function carryOut(
  { tenantId, email, password }: Plan,
  broker: ServiceBroker,
): Promise<Credentials> {
  await createTenant(broker, tenantId, { name: tenantName, currency });
  const request = ownRequest(broker, tenantId, "cli");
  const owner = { email, name: "Owner", password, mustChangePassword: true };
  await unlessRefused("REFERENCE_TAKEN", call(request, auth.createUser, owner));
  // A key whose text was never written down lets nobody in and is in nobody's way but the reader's.
  const forgotten = await call(request, auth.listApiKeys, {});
  for (const { id } of forgotten) await call(request, auth.deleteApiKey, { id });
  const { key } = await call(request, auth.issueApiKey, { name: keyName, scopes: ["*"] });
  return { tenantId, apiKey: key, email, password };
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

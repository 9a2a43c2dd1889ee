/** The command line on a bus whose services are heard of late, or not at all. */
import { afterAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type ServiceBroker, createBroker, on, serve } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { startTestNats } from "@slipway/dev/testing-nats";
import { commandCluster } from "../src/cli/command-cluster.ts";

const namespace = "late";
let node: ServiceBroker | undefined;

const nats = forThisFile(() => startTestNats());
afterAll(async () => {
  await node?.stop();
});

/** A node of auth that can do one thing: it joins the bus when this is called. */
async function joinAuth(): Promise<void> {
  const enable = on(auth.enableUser, (_request, { email }) => ({
    id: "usr_1",
    tenantId: "ten_1",
    email,
    name: "Ada",
    scopes: ["*"],
    createdAt: "2027-01-01T00:00:00.000Z",
    passwordChangedAt: null,
    setupExpiresAt: null,
    disabledAt: null,
    secondFactorAt: null,
  }));
  node = createBroker({ nodeId: "auth.late", namespace, natsUrl: nats.url });
  await node.start();
  serve(node, "auth", [enable], { isUp: () => true, failureOf: () => "fault" });
}

it("waits for the services that a command calls, and names those that are not there", async () => {
  const cluster = { natsUrl: nats.url, namespace };
  // Before: "Service 'auth.enableUser' is not found", with two ready pods of auth on a busy node.
  const enabled = commandCluster(cluster, async (send) => {
    const answer = send({ command: "user enable", flags: { email: "ada@example.com" } });
    await joinAuth();
    return answer;
  });
  await expect(enabled).resolves.toMatchObject({ ok: true, record: { name: "Ada" } });
  await expect(
    commandCluster(cluster, (send) => send({ command: "doctor", flags: {} })),
  ).rejects.toThrow("No process of bookings, resourcesCapacity is on the bus: does it run");
});

/** Every service, a gateway and an operator as nodes of their own NATS users, in this process. */
import { randomBytes } from "node:crypto";
import { type ServiceBroker, createBroker } from "@slipway/broker";
import { operatorRole } from "@slipway/contracts";
import { type Gateway, createLog, startGateway } from "@slipway/gateway";
import { testDatabase } from "@slipway/store/testing";
import { type Platform, startPlatform } from "../src/platform.ts";
import { busName, serviceNames } from "../src/service-names.ts";
import { type TestNats, startTestNats } from "@slipway/dev/testing-nats";
import { testDeadlines } from "@slipway/dev/testing-request";
import { type NatsUser, natsUsersText } from "../src/users/nats-users.ts";
import { roleOfParts } from "../src/users/roles.ts";

export interface RoleCluster {
  readonly nats: TestNats;
  readonly namespace: string;
  /** By the names of the services, gateway and operator. */
  readonly users: ReadonlyMap<string, NatsUser>;
  /** A node that serves nothing, of the operator. */
  readonly operator: ServiceBroker;
  readonly gateway: Gateway;
  /** Lines that the nodes have logged. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

const kinds: readonly NatsUser["parts"][] = [
  ...serviceNames.map((name) => [name]),
  ["gateway"],
  operatorRole,
];

function someUsers(suffix = ""): Map<string, NatsUser> {
  return new Map(
    kinds.map((parts) => {
      const part = String(parts);
      const role = parts === operatorRole ? parts : roleOfParts(parts);
      const password = randomBytes(18).toString("base64url");
      return [part, { name: `${role}${suffix}`, password, parts }];
    }),
  );
}

export async function startRoleCluster(testFileUrl: string): Promise<RoleCluster> {
  const { uri, name: namespace } = testDatabase(testFileUrl);
  const users = someUsers();
  const nats = await startTestNats(await natsUsersText([...users.values()], namespace));
  const lines: string[] = [];
  const urlOf = (part: string): string => nats.urlOf(users.get(part) as NatsUser);
  const log = (level: string, line: string): void => {
    if (level !== "debug" && level !== "info") lines.push(`${level} ${line}`);
  };
  const node = (part: string, services: typeof serviceNames | readonly []): Promise<Platform> =>
    startPlatform({
      services: serviceNames.filter((name) => name === part && services.length > 0),
      natsUrl: urlOf(part),
      nodeId: `${part === "gateway" ? part : roleOfParts([part as never])}.test`,
      mongodbUri: uri,
      databasePrefix: namespace,
      migrates: true,
      log,
      settings: {
        AUTH_PEPPER: "pepper of the tests, of 32 characters or more",
        SECRETS_KEYS: `test:${Buffer.alloc(32, "a key of the tests").toString("base64")}`,
        WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8,::1/128",
      },
    });
  const platforms = await Promise.all(serviceNames.map((name) => node(name, serviceNames)));
  const front = await node("gateway", []);
  const gateway = await startGateway({
    broker: front.broker,
    port: 0,
    host: "127.0.0.1",
    log: createLog("warn", { write: (line: string) => void lines.push(line) }),
    lacks: () => front.lacks(),
    deadlineMs: testDeadlines,
    // With the limits of rate, which gateways share over the bus.
    limits: { loopDelayMsMax: 0 },
  });
  const operator = createBroker({
    nodeId: `${operatorRole}.test`,
    natsUrl: urlOf(operatorRole),
    namespace,
    log,
  });
  await operator.start();
  await operator.waitForServices(
    serviceNames.map((name) => busName(name)),
    0,
    20,
  );
  return {
    nats,
    namespace,
    users,
    operator,
    gateway,
    lines,
    async stop() {
      await gateway.stop();
      await operator.stop();
      await front.stop();
      for (const platform of platforms) await platform.stop();
      await nats.close();
    },
  };
}

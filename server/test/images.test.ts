/** The Dockerfile and compose.yaml, held against what the programs take. No daemon is needed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { readConfig } from "../src/settings/config.ts";
import { serviceNames } from "../src/service-names.ts";
import { settingTable } from "../src/settings/setting-table.ts";

interface Container {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly networks: readonly string[];
  readonly deploy?: { replicas: number };
  readonly healthcheck?: { test: readonly string[] };
  readonly [field: string]: unknown;
}

const root = join(import.meta.dirname, "..", "..");
const dockerfile = readFileSync(join(root, "docker/Dockerfile"), "utf8");
const given: Readonly<Record<string, string>> = {
  NATS_PASSWORD: "secret",
  AUTH_PEPPER: "a pepper of 32 characters or more",
  SECRETS_KEYS: `k1:${Buffer.alloc(32, "k").toString("base64")}`,
};
const compose = parse(readFileSync(join(root, "docker/compose.yaml"), "utf8"), interpolated, {
  merge: true,
}) as { services: Record<string, Container>; networks: Record<string, unknown> };
const programs = Object.entries(compose.services).filter(([, { environment }]) => environment);
const ours = programs.filter(([name]) => name !== "migrate");

/** As Compose does with each text: ${NAME:-default} and ${NAME:?what is missing}. */
function interpolated(_key: unknown, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replaceAll(
    /\$\{([A-Z_]+)(?::-([^}]*)|:\?[^}]*)\}/g,
    (_, name: string, otherwise: string | undefined) => given[name] ?? otherwise ?? `no ${name}`,
  );
}

const before = process.env;
afterEach(() => {
  process.env = before;
});

describe("compose.yaml", () => {
  it("runs every service twice and the gateway once, each in a container of its own", () => {
    const parts = ours.map(([name, { environment, deploy }]) => [
      name,
      environment?.["SERVICES"],
      deploy?.replicas,
    ]);
    const services = serviceNames.map((name) => [name, name, 2]);
    expect(parts).toEqual([["gateway", "gateway", undefined], ...services]);
  });

  it.each(ours)(
    "gives %s an environment that the program takes and the table of settings names",
    (_, own) => {
      const image = Object.fromEntries(
        [...dockerfile.matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [
          name,
          value,
        ]),
      ) as Record<string, string>;
      process.env = { ...image, ...own.environment };
      const config = readConfig();
      expect(config).toMatchObject({ host: "0.0.0.0", databasePrefix: "slipway" });
      expect(config.node).toMatchObject({ natsUrl: "nats://slipway:secret@nats:4222" });
      const documented = new Set(settingTable.map(({ name }) => name));
      const unknown = Object.keys(own.environment ?? {}).filter((name) => !documented.has(name));
      expect(unknown).toEqual([]);
    },
  );

  it("migrates the databases before a service runs, by a program that ends", () => {
    const { migrate } = compose.services;
    expect(migrate).toMatchObject({
      command: ["slipway.js", "migrate"],
      environment: { MONGODB_URI: "mongodb://mongo:27017/?replicaSet=rs0" },
      restart: "on-failure",
    });
    for (const [, own] of ours)
      expect(own.depends_on?.["migrate"]).toEqual({ condition: "service_completed_successfully" });
  });

  it.each(programs)("lets %s write nothing, gain nothing and drain", (_, own) => {
    expect(own).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      stop_grace_period: "100s",
    });
  });

  it("waits for what is there, and lets nobody out but who must", () => {
    const waits = programs.flatMap(([, own]) => Object.keys(own.depends_on ?? {}));
    expect(new Set(waits)).toEqual(new Set(["mongo", "nats", "migrate"]));
    for (const name of ["mongo", "nats"])
      expect(compose.services[name]?.healthcheck?.test[0]).toBe("CMD");
    const leaving = Object.entries(compose.services)
      .filter(([, { networks }]) => networks.includes("outside"))
      .map(([name]) => name);
    expect(leaving).toEqual(["gateway", "webhooks", "sync"]);
    expect(compose.networks).toEqual({ inside: { internal: true }, outside: {} });
  });
});

it("keeps the secrets of docker/.env out of the repository", () => {
  const ignored = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
  expect(ignored).toContain("docker/.env");
});

describe("the Dockerfile", () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));

  it("takes its bases by ARG and asks for no feature of newer builders", () => {
    expect(dockerfile.match(/^FROM .*/gm)).toEqual([
      "FROM ${BUILD_IMAGE} AS pack",
      "FROM ${RUNTIME_IMAGE}",
    ]);
    expect(dockerfile).not.toMatch(/^# *syntax|<<|--link|--mount/m);
  });

  it("ends as nobody, without a shell, with programs that are packed", () => {
    expect(last).toContain("\nUSER 65532:65532\n");
    expect(last).not.toMatch(/^RUN /m);
    const commands = [...last.matchAll(/(?:CMD|ENTRYPOINT) (\[.*\])$/gm)].map(
      ([, words = ""]) => JSON.parse(words) as string[],
    );
    expect(commands).toEqual([["node", "health.js"], ["node"], ["main.js"]]);
    const packed = readFileSync(join(root, "scripts/pack.ts"), "utf8");
    for (const program of ["health.js", "main.js", "slipway.js"])
      expect(packed).toContain(`"${program}":`);
  });

  it("leaves out of the build what no image may hold", () => {
    const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".slipway", ".git", "**/node_modules"]));
  });

  it("fetches nothing for tests and tools, which npm run check:image measures", () => {
    const stage = dockerfile.slice(0, dockerfile.lastIndexOf("\nFROM "));
    const fetching = stage.replaceAll("\\\n", " ").match(/^RUN .*/gm);
    expect(fetching).toHaveLength(2);
    for (const command of fetching ?? [])
      expect(command).toMatch(/^RUN PNPM_CONFIG_OPTIONAL=false .* (fetch|install) --prod\b/);
  });
});

describe("the examples for Kubernetes", () => {
  const read = (file: string): string =>
    readFileSync(join(root, "examples/kubernetes", file), "utf8");

  it("give the database a user who makes users, and no user who sees every service's data", () => {
    const { spec } = parse(read("mongodb.yaml")) as {
      spec: { users: { name: string; roles: { db: string; name: string }[] }[] };
    };
    const roles = spec.users.find(({ name }) => name === "users")?.roles;
    expect(roles).toEqual([{ db: "admin", name: "userAdminAnyDatabase" }]);
    const names = spec.users.flatMap((user) => user.roles.map(({ name }) => name));
    expect(names).not.toContain("readWriteAnyDatabase");
  });

  it("let who takes backups only read, and who restores replay the oplog", () => {
    const { spec } = parse(read("mongodb.yaml")) as {
      spec: {
        security: { roles: object[] };
        users: { name: string; roles: { db: string; name: string }[] }[];
      };
    };
    const rolesOf = (user: string): string[] =>
      spec.users.find(({ name }) => name === user)?.roles.map(({ name }) => name) ?? [];
    expect(rolesOf("backup")).toEqual(["backup"]);
    expect(rolesOf("restore")).toEqual(["restore", "replay-oplog"]);
    const privileges = [{ resource: { anyResource: true }, actions: ["anyAction"] }];
    expect(spec.security.roles).toEqual([
      { role: "replay-oplog", db: "admin", privileges, roles: [] },
    ]);
  });

  it("have certificates for every host inside the cluster that a command or a file connects to", () => {
    const names = read("certificates.yaml")
      .split("---\n")
      .map((text) => parse(text) as { spec: { dnsNames?: string[] } })
      .flatMap(({ spec }) => spec.dnsNames ?? []);
    const places = ["../../docs/deploy.md", "mongodb-tools.sh", "nats-values.yaml", "mongodb.yaml"];
    const used = places.flatMap((file) => read(file).match(/[\w.-]+\.svc\.cluster\.local/g) ?? []);
    expect(used.length).toBeGreaterThan(6);
    // A wildcard stands for one label: `*.db-svc` is not the name of `db-svc` itself.
    const covers = (name: string, host: string): boolean =>
      name === host || (name.startsWith("*.") && name.slice(1) === host.slice(host.indexOf(".")));
    const uncovered = used.filter((host) => !names.some((name) => covers(name, host)));
    expect([...new Set(uncovered)]).toEqual([]);
  });

  it("leave the users of the bus to the values that the command writes", () => {
    const { config } = parse(read("nats-values.yaml")) as { config: Record<string, unknown> };
    expect(Object.keys(config)).toEqual(["cluster", "nats"]);
    const deploy = readFileSync(join(root, "docs/deploy.md"), "utf8");
    expect(deploy).toContain("--values connections/nats-values.yaml");
  });
});

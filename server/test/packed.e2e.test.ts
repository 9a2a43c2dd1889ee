/** A cluster that has nothing but what the image has: the packed folder and the documented variables. */
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { freePort } from "@slipway/dev/free-port";
import { type TestNats, startTestNats } from "@slipway/dev/testing-nats";
import { type PackedFolder, type Running, isAnotherUser, packedFolder } from "./packed-folder.ts";
import { type ReachableDatabase, reachableDatabase } from "./reachable-database.ts";
import { shopOf } from "@slipway/dev/shop";
import { until } from "@slipway/dev/testing-until";

interface Node {
  readonly env: Readonly<Record<string, string>>;
  readonly running: Running;
}

let packed: PackedFolder;
let nats: TestNats;
let database: ReachableDatabase;

beforeAll(async () => {
  packed = packedFolder();
  nats = await startTestNats();
  database = await reachableDatabase(testDatabase(import.meta.url).uri);
});
afterAll(async () => {
  packed.remove();
  await database.close();
  await nats.close();
});

/** Where every process of the cluster meets the others. */
function meeting(): Record<string, string> {
  const { name } = testDatabase(import.meta.url);
  return { NATS_URL: nats.url, MONGODB_URI: database.uri, DATABASE_PREFIX: name };
}

async function startNode(SERVICES: string, own: Record<string, string> = {}): Promise<Node> {
  const HEALTH_PORT = String(await freePort());
  const env = { ...meeting(), ...own, SERVICES, HEALTH_PORT, DRAIN_SECONDS: "1" };
  return { env, running: packed.start("main.js", env) };
}

/** Resolves when the node is ready, and the image's own probe says so. */
async function untilReady({ env }: Node): Promise<void> {
  const url = `http://127.0.0.1:${env["HEALTH_PORT"] ?? env["PORT"]}/readyz`;
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.ok;
  };
  await until(() => isReady().catch(() => false));
  expect(await packed.run("health.js", [], env)).toMatchObject({ code: 0 });
}

/** The names of the databases that the command line has migrated. */
async function migrated(): Promise<string[]> {
  const { databases } = (await commanded("migrate")) as unknown as {
    databases: { database: string; indexes: string[] }[];
  };
  return databases.filter(({ indexes }) => indexes.length > 0).map(({ database: name }) => name);
}

async function commanded(...words: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await packed.run("slipway.js", words, meeting());
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: "" });
  return JSON.parse(stdout) as Record<string, string>;
}

describe("the packed folder", () => {
  it("holds no engine, no tests, no tools and nothing that is to be compiled", () => {
    const none = /^dev\/|embedded-mongodb|\.test\.|\.ts$|\/(jest|typescript|prettier)@|scarf/;
    expect(packed.paths.filter((path) => none.test(path))).toEqual([]);
    expect(packed.paths).toEqual(expect.arrayContaining(["main.js", "slipway.js", "health.js"]));
  });

  it("lists every package in it, as the schema of CycloneDX says", async () => {
    const script = 'process.stdout.write(require("fs").readFileSync("sbom.cdx.json"))';
    const { stdout } = await packed.run("--eval", [script], {});
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(stdout)).toBeNull();
    const { components } = JSON.parse(stdout) as { components: { name: string }[] };
    const folders = packed.paths.flatMap((path) => {
      const [, name] =
        /^node_modules\/\.pnpm\/[^/]+\/node_modules\/((?:@[^/]+\/)?[^@/][^/]*)\//.exec(path) ?? [];
      return name ?? [];
    });
    const listed = components.map(({ name }) => name);
    expect(new Set(listed)).toEqual(new Set(folders));
    expect(listed).toEqual(expect.arrayContaining(["express", "mongodb", "nats"]));
  });

  it("has the size that the documents say", () => {
    const root = join(import.meta.dirname, "..", "..");
    const megabytes = packed.bytes / 1_000_000;
    for (const file of ["docker/README.md", "server/README.md"]) {
      const text = readFileSync(join(root, file), "utf8");
      const said = /of which (\d+) MB go into the\s+image|Makes a folder of (\d+) MB/.exec(text);
      const stated = Number(said?.[1] ?? said?.[2]);
      expect({ file, stated, isNear: Math.abs(stated - megabytes) < 1.5, megabytes }).toEqual({
        file,
        stated,
        isNear: true,
        megabytes,
      });
    }
  });

  it("carries the licence that it names", async () => {
    const script =
      'const { license } = require("./package.json");' +
      'process.stdout.write(license + require("fs").readFileSync("LICENSE"))';
    const { stdout } = await packed.run("--eval", [script], {});
    expect(stdout).toMatch(/^Apache-2\.0\s+Apache License\s+Version 2\.0/);
  });

  it("cannot be written by the user who runs it", async () => {
    const script = 'require("fs").writeFileSync("main.js", "")';
    const { code, stderr } = await packed.run("--eval", [script], {});
    expect(code).toBe(1);
    expect(stderr).toMatch(/EACCES|EROFS/);
    process.stdout.write(`run by ${isAnotherUser ? "another user" : "this user"}\n`);
  });

  it("says in one sentence that it brings no database, where no directory can be made either", async () => {
    const { code, stderr } = await packed.run("main.js", [], {});
    const [, ...said] = stderr.trim().split("\n");
    expect({ code, said }).toEqual({
      code: 1,
      said: ["Slipway has no MongoDB: set MONGODB_URI to a MongoDB 7 or newer."],
    });
  });

  it("names its command line as it is called there", async () => {
    const { code, stdout } = await packed.run("slipway.js", ["--help"], {});
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("Usage: node slipway.js COMMAND"),
    });
    const mistaken = await packed.run("slipway.js", ["tenant", "create"], {});
    const alone = await packed.run("slipway.js", ["doctor"], {});
    expect(mistaken.stderr).toContain("Help: node slipway.js tenant create --help");
    expect(alone.stderr).toContain("start one with node main.js");
    expect(stdout + mistaken.stderr + alone.stderr).not.toContain("npm");
  });

  it("runs a cluster that takes a booking, and ends in order", async () => {
    const key = `a:${Buffer.alloc(32, "packed").toString("base64")}`;
    const secrets = { AUTH_PEPPER: "a pepper of 32 characters or more", SECRETS_KEYS: key };
    const PORT = String(await freePort());
    const nodes = await Promise.all([
      startNode("auth,catalog,availability,bookings", secrets),
      startNode("resources-capacity,webhooks,sync,audit", secrets),
      startNode("gateway", { PORT }),
    ]);
    // They wait for it.
    expect(await migrated()).toHaveLength(8);
    expect(await migrated()).toEqual([]);
    await Promise.all(nodes.map(untilReady));

    const tenant = await commanded("tenant", "create", "--name", "Packed", "--currency", "EUR");
    const made = await commanded(
      "key",
      "create",
      "--tenant",
      String(tenant["id"]),
      "--name",
      "Till",
    );
    const page = await (await fetch(`http://127.0.0.1:${PORT}/console`)).text();
    const files = [...page.matchAll(/"(\/console\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files)
      expect((await fetch(`http://127.0.0.1:${PORT}${file}`)).status).toBe(200);
    const shop = shopOf({ urls: [`http://127.0.0.1:${PORT}`], key: String(made["key"]) });
    const option = await shop.anOption(await shop.aBoat(2), ["10:00"]);
    expect(await shop.book(option, "10:00")).toMatchObject({ status: 201 });
    expect(await commanded("doctor")).toMatchObject({ ok: true, examined: { bookings: 1 } });

    const [first, second, gateway] = nodes.map(({ running }) => running);
    for (const running of [gateway, first, second]) {
      expect(await running?.stop()).toBe(0);
      expect(running?.output()).toContain("Slipway has stopped.");
    }
    expect(await packed.run("health.js", [], nodes[2]?.env ?? {})).toMatchObject({ code: 1 });
  });

  it("runs alone, and says on each connection that it ends before it does", async () => {
    const PORT = String(await freePort());
    const { MONGODB_URI = "", DATABASE_PREFIX = "" } = meeting();
    const data = mkdtempSync(join(tmpdir(), "slipway-alone-"));
    chmodSync(data, 0o777);
    const env = {
      MONGODB_URI,
      DATABASE_PREFIX: `${DATABASE_PREFIX}-alone`,
      SLIPWAY_DATA_DIR: join(data, "data"),
      PORT,
      DRAIN_SECONDS: "1",
    };
    const running = packed.start("main.js", env);
    await untilReady({ env, running });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const asked = { agent, host: "127.0.0.1", port: PORT, path: "/livez" };
    const says = (): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        get(asked, (answer) => {
          answer.resume().once("end", () => resolve(answer.headers.connection));
        }).once("error", reject);
      });
    expect(await says()).toBe("keep-alive");
    const stopped = running.stop();
    // The connection is used all the time: a server that closed it without a word would fail one of these.
    let said = await says();
    while (said === "keep-alive") said = await says();
    expect(said).toBe("close");
    expect(await stopped).toBe(0);
    rmSync(data, { recursive: true, force: true });
  });
});

import { type ExecFileException, execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import {
  type ServerProcess,
  apiKeyOf,
  runCommandLine,
  startServerProcess,
} from "@slipway/dev/server-process";

const { uri, name } = testDatabase(import.meta.url);
const env = { MONGODB_URI: uri, DATABASE_PREFIX: name };
const mainFile = fileURLToPath(new URL("../src/main.ts", import.meta.url));

let folder: string;
let directory: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "slipway-start-test-"));
  // A long path: the socket must be reachable wherever the data is.
  directory = join(folder, "long".repeat(30));
  server = await startServerProcess({ directory, env });
});

afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const read = (file: string): string => readFileSync(join(directory, file), "utf8");
/** The last line of a start. Its program answers requests a moment before it says so. */
async function untilSaid(line: string): Promise<void> {
  while (!server.output().includes(line)) await pause(10);
}
const modeOf = (file: string): string => (statSync(join(directory, file)).mode & 0o777).toString(8);
const credentials = (): Record<string, string> => JSON.parse(read("credentials.json"));

async function meWith(key: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
}

/** Runs `npm start`'s program until it ends by itself. */
function startAnother(
  variables: Record<string, string>,
): Promise<{ code: ExecFileException["code"]; stdout: string; stderr: string }> {
  const options = { env: { ...process.env, ...env, PORT: "0", ...variables } };
  return new Promise((resolve) => {
    execFile(process.execPath, [mainFile], options, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
}

const restart = async (more: Record<string, string> = {}): Promise<void> => {
  server = await startServerProcess({ directory, env: { ...env, ...more } });
};
/** Runs in the server's process before the server. */
const preloaded = (script: string): Record<string, string> => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`,
});
/** Node has no terminal to give to another process: the server's own stream says that it is one. */
const atTerminal = preloaded("process.stderr.isTTY = true");
/** The minute for which a start waits, and no other time, is over after five seconds. */
const shortMinute = preloaded(`const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === 60_000 ? 5_000 : ms);`);

describe("the first start", () => {
  it("writes credentials that only its user can read, and shows them to no file or pipe", async () => {
    expect(Object.keys(credentials())).toEqual(["tenantId", "apiKey", "email", "password"]);
    expect(modeOf("credentials.json")).toBe("600");
    expect(modeOf(".")).toBe("700");
    await untilSaid("Stop it with Ctrl-C");
    // On a busy machine a line about a slow call names the tenant.
    const said = server.output().replaceAll(/^.*"slow call".*$/gm, "");
    for (const value of Object.values(credentials())) expect(said).not.toContain(value);
    expect(server.output()).toContain(`${join(directory, "credentials.json")} has them.`);
    expect(server.output()).toContain(`(process ${server.pid})`);
    expect(server.output()).toContain(server.url);
  });

  it("makes a key with every scope of a tenant of its own", async () => {
    const response = await meWith(await apiKeyOf(directory));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      tenant: { id: credentials()["tenantId"], defaultCurrency: "EUR" },
      scopes: ["*"],
    });
  });

  it("makes a user who must choose another password at the first log-in", async () => {
    const { email, password } = credentials();
    const answer = await fetch(`${server.url}/api/v1/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    expect(await answer.json()).toMatchObject({ duty: "CHANGE_PASSWORD" });
  });

  it("keeps no password and no key text beside the credentials", () => {
    const { password = "", apiKey = "" } = credentials();
    for (const file of ["first-start.json", "auth-pepper"]) {
      expect(modeOf(file)).toBe("600");
      expect(read(file)).not.toContain(password);
      expect(read(file)).not.toContain(apiKey);
    }
  });
});

describe("a second start", () => {
  it("on the same directory says who has it, whatever the port, and exits with 1", async () => {
    const PORT = new URL(server.url).port;
    const { code, stdout, stderr } = await startAnother({ SLIPWAY_DATA_DIR: directory, PORT });
    expect(stderr).toContain(`Process ${server.pid} already serves the data in ${directory}`);
    expect(stderr.trim().split("\n")).toHaveLength(2);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect((await meWith(await apiKeyOf(directory))).status).toBe(200);
  });

  it("on a port that is taken says so, and leaves nothing locked", async () => {
    const other = join(folder, "other");
    const PORT = new URL(server.url).port;
    const { code, stderr } = await startAnother({ SLIPWAY_DATA_DIR: other, PORT });
    expect(stderr).toContain(`Port ${PORT} on 127.0.0.1 is taken by another program`);
    expect(code).toBe(1);
    expect(readdirSync(other)).toEqual(["server.lock"]);
  });

  it.each(["/proc/x", "/dev/null/x"])(
    "on %s, where nobody can make a folder, says so in one sentence",
    async (path) => {
      const { code, stderr } = await startAnother({ SLIPWAY_DATA_DIR: path });
      expect(stderr).toContain(`The data directory ${path} cannot be made: `);
      expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 2 });
    },
  );

  it("with a MongoDB beyond this machine and without TLS says so in one line", async () => {
    const MONGODB_URI = "mongodb://user:secret@db.invalid/?readPreference=secondary";
    const { stderr } = await startAnother({ SLIPWAY_DATA_DIR: join(folder, "clear"), MONGODB_URI });
    expect(stderr.match(/^MONGODB_URI reach.* without TLS.*$/gm)).toHaveLength(1);
    expect(stderr).not.toContain("secret");
  });

  it("with a database that cannot keep what is answered says in one sentence why, and exits with 1", async () => {
    const MONGODB_URI = "mongodb://127.0.0.1:1/?readPreference=secondaryPreferred";
    const SLIPWAY_DATA_DIR = join(directory, "unfit");
    const { code, stderr } = await startAnother({ SLIPWAY_DATA_DIR, MONGODB_URI });
    expect(stderr).toContain("MONGODB_URI sets readPreference=secondaryPreferred: take it out");
    expect(stderr).not.toContain("    at ");
    expect(code).toBe(1);
  });
});

describe("the command line", () => {
  const run = async (words: string[], input = "") => {
    const { code, stdout, stderr } = await runCommandLine(directory, words, input);
    return { code, stderr, record: stdout === "" ? null : JSON.parse(stdout) };
  };
  let tenant: string;

  it("makes a tenant", async () => {
    const made = await run(["tenant", "create", "--name", "Laguna Tours", "--currency", "CHF"]);
    expect(made).toEqual({
      code: 0,
      stderr: "",
      record: {
        id: expect.stringMatching(/^ten_/),
        name: "Laguna Tours",
        defaultCurrency: "CHF",
        currencyPrecision: 2,
        secondFactorRequired: false,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    });
    tenant = made.record.id;
  });

  it("makes a key that the server accepts at once", async () => {
    const words = ["key", "create", "--tenant", tenant, "--name", "Till"];
    const { code, record } = await run([...words, "--scopes", "audit:read, bookings:*"]);
    expect({ code, record }).toMatchObject({
      code: 0,
      record: { tenantId: tenant, name: "Till", scopes: ["audit:read", "bookings:*"] },
    });
    expect(await (await meWith(record.key)).json()).toMatchObject({
      tenant: { id: tenant, defaultCurrency: "CHF" },
      credential: { type: "API_KEY", id: record.id },
    });
  });

  it("makes a user with the password on stdin, and does not print it", async () => {
    const words = ["user", "create", "--tenant", tenant, "--email", `${tenant}@example.com`];
    const made = await run([...words, "--name", "Ada"], "correct horse battery\n");
    expect(made).toMatchObject({ code: 0, record: { tenantId: tenant, name: "Ada" } });
    expect(JSON.stringify(made)).not.toContain("correct horse");
    expect(await run(words, "correct horse battery\n")).toEqual({
      code: 1,
      stderr: "--email: a user with this e-mail exists.\n",
      record: null,
    });
  });

  it("disables and enables a user, and sets its password: each ends or allows sessions at once", async () => {
    // The user that the test before has made.
    const email = `${tenant}@example.com`;
    const password = "correct horse battery";
    const logIn = async (given: string) => {
      const body = JSON.stringify({ email, password: given });
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${server.url}/api/v1/sessions`, {
        method: "POST",
        headers,
        body,
      });
      return (await response.json()) as { token?: string };
    };
    const { token = "" } = await logIn(password);
    expect((await meWith(token)).status).toBe(200);

    const disabled = await run(["user", "disable", "--email", email]);
    expect(disabled).toMatchObject({
      code: 0,
      record: { tenantId: tenant, email, disabledAt: expect.stringMatching(/Z$/) },
    });
    expect((await meWith(token)).status).toBe(401);
    expect(await logIn(password)).toMatchObject({ code: "UNAUTHENTICATED" });

    const enabled = await run(["user", "enable", "--email", email]);
    expect(enabled).toMatchObject({ code: 0, record: { disabledAt: null } });
    const again = await logIn(password);
    const changed = await run(["user", "password", "--email", email], "quite another password\n");
    expect(changed).toMatchObject({ code: 0, record: { email } });
    expect(JSON.stringify(changed)).not.toContain("quite another");
    expect((await meWith(again.token ?? "")).status).toBe(401);
    expect(await logIn("quite another password")).toHaveProperty("token");
  });

  it.each([
    [["tenant", "create", "--name", "A", "--currency", "XXX"], "--currency must be"],
    [["key", "create", "--tenant", "ten_none", "--name", "A"], "there is no tenant ten_none"],
    [["user", "disable", "--email", "no@example.com"], "--email: there is no user"],
    [["user", "enable", "--email", "no@example.com"], "--email: there is no user"],
    [["user", "password", "--email", "no@example.com"], "The password on stdin"],
  ])("refuses %j in one sentence on stderr: %s", async (words, sentence) => {
    const { code, stderr, record } = await run(words);
    expect({ code, record }).toEqual({ code: 1, record: null });
    expect(stderr).toContain(sentence);
    expect(stderr.trim()).not.toContain("\n");
  });

  it("prints what doctor examined", async () => {
    expect(await run(["doctor"])).toEqual({
      code: 0,
      stderr: "",
      record: {
        ok: true,
        examined: {
          ledgers: expect.any(Number),
          claims: expect.any(Number),
          bookings: expect.any(Number),
        },
        warnings: [],
        findings: [],
        unscheduled: [],
      },
    });
  });

  it("is its user's alone", () => {
    expect(modeOf("command.sock")).toBe("600");
  });
});

describe("a server that is ended", () => {
  it("by SIGTERM exits with 0, and no command reaches it any more", async () => {
    expect(await server.stop()).toBe(0);
    expect(await runCommandLine(directory, ["doctor"])).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^No Slipway server runs on [^\n]+\n$/),
    });
  });

  it("continues with all data at the next start, and shows no credentials again", async () => {
    const before = read("credentials.json");
    await restart();
    await untilSaid("Stop it with Ctrl-C");
    expect(read("credentials.json")).toBe(before);
    expect(server.output()).not.toContain(credentials()["password"]);
    expect((await meWith(await apiKeyOf(directory))).status).toBe(200);
  });

  it("by kill -9 leaves nothing that keeps the next start or its command line out", async () => {
    await server.kill();
    expect(await runCommandLine(directory, ["doctor"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No Slipway server runs on"),
    });
    await restart();
    expect((await meWith(await apiKeyOf(directory))).status).toBe(200);
    expect((await runCommandLine(directory, ["doctor"])).code).toBe(0);
  });

  it("half way through its first start goes on with the same tenant, and one key", async () => {
    const { tenantId, apiKey: lost = "", email, password } = credentials();
    await server.kill();
    // As a kill just before the credentials were written leaves it.
    rmSync(join(directory, "credentials.json"));
    writeFileSync(
      join(directory, "first-start.json"),
      JSON.stringify({ tenantId, email, password }),
    );
    await restart(atTerminal);
    await untilSaid("Stop it with Ctrl-C");
    expect(credentials()).toMatchObject({ tenantId, email, password });
    // To a person they are shown.
    for (const value of Object.values(credentials())) expect(server.output()).toContain(value);
    expect(server.output()).toContain(`console   ${server.url}/console`);
    expect(credentials()["apiKey"]).not.toBe(lost);
    const authorization = `Bearer ${await apiKeyOf(directory)}`;
    const keys = await fetch(`${server.url}/api/v1/api-keys`, { headers: { authorization } });
    expect(await keys.json()).toHaveLength(1);
    expect((await meWith(lost)).status).toBe(401);
  });
});

describe("a server whose database does not answer", () => {
  it("says so at once, and exits with 1 after a minute", async () => {
    const { code, stderr } = await startAnother({
      ...shortMinute,
      SLIPWAY_DATA_DIR: join(folder, "no-database"),
      MONGODB_URI: "mongodb://127.0.0.1:1/",
      MONGODB_SELECTION_TIMEOUT_MS: "500",
    });
    const [, waiting, end, ...rest] = stderr.trim().split("\n");
    expect({ code, rest }).toEqual({ code: 1, rest: [] });
    expect(waiting).toMatch(/^The MongoDB at MONGODB_URI does not answer: .*Waiting for it/);
    expect(end).toMatch(/^The MongoDB at MONGODB_URI has not answered for 60 s: .*\.$/);
  });
});

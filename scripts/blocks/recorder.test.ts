/** Commands that documents once had, and that would not have worked: the recorders refuse them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { emptyState, writeState } from "./recorded-state.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "slipway-recorder-"));
  writeFileSync(join(folder, "users.js"), "1;");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const password = "secret";
const tls = "?replicaSet=db&authSource=admin&tls=true&tlsCAFile=/ca/ca.crt";
const uri = `mongodb://users:${password}@db-0.db-svc.mongodb.svc.cluster.local/${tls}`;

function record(words: readonly string[], input = ""): { status: number | null; stderr: string } {
  const state = { ...emptyState, namespaces: ["default", "mongodb"], repositories: ["nats"] };
  writeState({ ...state, secrets: { "mongodb/users-password": { password } } }, folder);
  const recorder = join(import.meta.dirname, "recorder.ts");
  return spawnSync(process.execPath, [recorder, ...words], {
    env: { ...process.env, SLIPWAY_TEST_BLOCKS: folder },
    cwd: folder,
    input,
    encoding: "utf8",
  });
}

it.each([
  ["mongosh", [uri, "--quiet", "--file", "users.js"]],
  ["kubectl", ["create", "namespace", "nats"]],
  ["helm", ["install", "bus", "nats/nats", "--namespace", "mongodb"]],
])("takes %s %j", (name, words) => {
  expect(record([name, ...words])).toMatchObject({ status: 0 });
});

it.each([
  ["a script as input", ["mongosh", uri, "--quiet"], "--file FILE"],
  [
    "a host that no certificate names",
    ["mongosh", uri.replace("db-0.", ""), "--file", "users.js"],
    "no certificate names db-svc.mongodb.svc.cluster.local",
  ],
  [
    "a password that a missing function has not given",
    ["mongodump", "--uri", uri.replace(password, ""), "--oplog", "--gzip", "--archive"],
    "the password of",
  ],
  [
    "a backup that is empty",
    ["mongorestore", "--uri", uri, "--gzip", "--archive"],
    "unexpected end",
  ],
  [
    "a namespace that nothing made",
    ["kubectl", "-n", "nats", "delete", "pod", "a"],
    "no namespace",
  ],
  [
    "a pod that nothing made",
    ["kubectl", "-n", "mongodb", "exec", "tools", "--", "a"],
    "pod/tools",
  ],
  ["a flag that is none", ["helm", "upgrade", "a", "nats/nats", "--valus", "b"], "no flag --valus"],
  ["a release that is not there", ["helm", "test", "a", "--namespace", "mongodb"], "is not there"],
])("refuses %s", (_, words, sentence) => {
  const { status, stderr } = record(words);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(sentence) });
});

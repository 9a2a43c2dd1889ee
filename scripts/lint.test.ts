/** Each boundary of .oxlintrc.json, shown by lines that break it and lines that keep it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

interface Diagnostic {
  filename: string;
  code: string;
}

const root = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), "slipway-lint-"));

const broken: [file: string, rule: string, code: string][] = [
  ["packages/contracts/src/event.ts", "no-restricted-imports", 'import "luxon";'],
  ["packages/contracts/src/money.ts", "no-restricted-imports", 'import "node:path";'],
  ["packages/broker/src/call.ts", "no-restricted-imports", 'import "@slipway/bookings";'],
  ["packages/broker/src/run.ts", "no-restricted-imports", 'import "mongoose";'],
  ["packages/store/src/connection/connect.ts", "no-restricted-imports", 'import "moleculer";'],
  ["packages/departures/src/zone.ts", "no-restricted-properties", "export const now = Date.now();"],
  ["gateway/src/app.ts", "no-restricted-imports", 'import "@slipway/catalog";'],
  ["gateway/src/limit.ts", "no-restricted-imports", 'import "mongoose";'],
  ["services/auth/src/key.ts", "no-restricted-imports", 'import "mongoose";'],
  ["services/auth/src/user.ts", "no-restricted-imports", 'import "node:crypto";'],
  ["services/auth/src/scope.ts", "no-restricted-imports", 'import "@slipway/broker";'],
  ["services/auth/src/role.ts", "no-restricted-imports", 'import "./user-store.ts";'],
  [
    "services/auth/src/tenant/tenant.ts",
    "no-restricted-properties",
    "export const at = Date.now();",
  ],
  ["services/auth/src/draw.ts", "no-restricted-properties", "export const at = Math.random();"],
  ["services/auth/src/pid.ts", "no-restricted-globals", "export const { pid } = process;"],
  ["services/auth/src/id.ts", "no-restricted-globals", "export const id = crypto.randomUUID();"],
  ["services/auth/src/delay.ts", "no-restricted-globals", "setTimeout(Boolean, 1);"],
  ["services/auth/src/user-store.ts", "no-restricted-imports", 'import "moleculer";'],
  ["services/auth/src/key-store.ts", "no-restricted-imports", 'import "./user-store.ts";'],
  ["services/auth/src/tenant-store.ts", "no-restricted-imports", 'import "mongoose";'],
  ["services/auth/src/create-user.ts", "no-restricted-imports", 'import "mongoose";'],
  ["services/auth/src/delete-user.ts", "no-restricted-imports", 'import "express";'],
  ["services/auth/src/list-users.ts", "no-restricted-imports", 'import "@slipway/catalog";'],
  ["services/auth/src/service.ts", "no-restricted-imports", 'import "@slipway/audit";'],
  ["services/auth/src/main.ts", "no-process-env", "export const port = process.env.PORT;"],
  ["services/auth/src/index.ts", "no-restricted-imports", 'import "node:process";'],
];

const kept: [file: string, code: string][] = [
  ["packages/contracts/src/kept.ts", 'import "zod"; import "./money.ts";'],
  ["packages/departures/src/kept.ts", 'import "rrule"; import "luxon";'],
  [
    "services/audit/src/entry.ts",
    'import "@slipway/contracts"; import "node:assert/strict"; import "./kept.ts";',
  ],
  ["services/audit/src/entry-store.ts", 'import "@slipway/store"; import "./entry.ts";'],
  [
    "services/audit/src/append-entries.ts",
    'import "@slipway/broker"; import "node:crypto"; import "./entry-store.ts";',
  ],
  ["services/audit/src/config.ts", "export const port = process.env.PORT;"],
  ["services/audit/src/entry.test.ts", 'import "mongoose";'],
];

let found: Diagnostic[] = [];

beforeAll(() => {
  const config = readFileSync(join(root, ".oxlintrc.json"), "utf8");
  // These rules need no types, and the snippets resolve no package.
  write(".oxlintrc.json", config.replace('"typeAware": true', '"typeAware": false'));
  for (const [file, , code] of broken) write(file, code);
  for (const [file, code] of kept) write(file, code);
  found = lint();
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("a broken boundary is an error", () => {
  it.each(broken)("%s (%s): %s", (file, rule) => {
    expect(rulesBrokenIn(file)).toEqual([rule]);
  });
});

describe("a kept boundary is none", () => {
  it.each(kept)("%s: %s", (file) => {
    expect(rulesBrokenIn(file)).toEqual([]);
  });
});

function write(file: string, text: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function lint(): Diagnostic[] {
  const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json"], {
    cwd: folder,
    encoding: "utf8",
  });
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

function rulesBrokenIn(file: string): string[] {
  return found
    .filter(({ filename }) => filename === file)
    .map(({ code }) => code.replace(/^.*\((.*)\)$/, "$1"));
}

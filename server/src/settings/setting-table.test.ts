import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { showSettings } from "./show-settings.ts";
import { checkedSettings, settingTable } from "./setting-table.ts";

const names = settingTable.map(({ name }) => name);
const root = join(import.meta.dirname, "../../..");

describe("the table of settings", () => {
  it("has every setting once, those of capacity included", () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        "HOLD_SWEEP_SECONDS",
        "CLAIM_CONFIRM_SECONDS",
        "CLAIM_SWEEP_SECONDS",
        ...Object.keys(checkedSettings),
      ]),
    );
  });

  it("has in it every setting that the chart and the compose file set", () => {
    const files = ["charts/slipway/templates/_env.tpl", "docker/compose.yaml"];
    const text = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
    const set = [...text.matchAll(/(?:set \$env "|^ {6,})([A-Z][A-Z_]{3,})(?="|:)/gm)].map(
      ([, name = ""]) => name,
    );
    expect(set.length).toBeGreaterThan(10);
    const others = new Set(["NODE_EXTRA_CA_CERTS"]);
    expect(set.filter((name) => !names.includes(name) && !others.has(name))).toEqual([]);
  });
});

describe("slipway config", () => {
  const pepper = "a pepper that nobody may read, ever";
  const environment = {
    LOG_LEVEL: "debug",
    AUTH_PEPPER_FILE: "/run/secrets/pepper",
    HOLD_SWEEP_SECONDS: "9",
    PORT: "http",
    LOG_LEVL: "info",
  };
  const shown = showSettings({ ...environment, AUTH_PEPPER: pepper }, environment);
  const row = (name: string) => shown.table.split("\n").find((line) => line.startsWith(`${name} `));

  it("shows what is set, by what, and what holds otherwise", () => {
    expect(row("LOG_LEVEL")).toMatch(/ debug +environment +every process$/);
    expect(row("CLAIM_SWEEP_SECONDS")).toMatch(/ 5 +- +resources-capacity$/);
  });

  it("shows no secret", () => {
    expect(row("AUTH_PEPPER")).toMatch(/ \(a secret\) +AUTH_PEPPER_FILE +auth$/);
    expect(JSON.stringify(shown)).not.toContain(pepper);
  });

  it("names everything that is wrong or read by nobody", () => {
    expect(shown.wrong).toEqual([
      "PORT must be a port's number, 0 to 65535 (0: any free one).",
      "HOLD_SWEEP_SECONDS must be a number of seconds, 0.05 to 4.",
    ]);
    expect(shown.unknown).toEqual([
      "No setting is called LOG_LEVL; LOG_LEVEL may be meant. Nothing reads it.",
    ]);
  });
});

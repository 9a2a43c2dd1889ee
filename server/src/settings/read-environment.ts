import { readFileSync } from "node:fs";
import type { Settings } from "@slipway/broker";
import { settingTable } from "./setting-table.ts";
import { CannotStart } from "./cannot-start.ts";

/**
 * The environment without empty variables. A secret may stand in a file that NAME_FILE names, as Docker and Kubernetes
 * mount them: its value is then in no list of the environment.
 */
export function readEnvironment(environment: Settings): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  for (const { name, isSecret } of settingTable) {
    const file = given[`${name}_FILE`];
    if (!isSecret || file === undefined) continue;
    if (given[name] !== undefined)
      throw new CannotStart(`${name} and ${name}_FILE are both set; set one of them.`);
    given[name] = secretIn(name, file);
  }
  return given;
}

function secretIn(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`${name}_FILE names a file that cannot be read (${code}).`);
  }
  // Editors and most tools end a file with a line break, which is no part of a secret.
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw new CannotStart(`${name}_FILE names an empty file.`);
  return secret;
}

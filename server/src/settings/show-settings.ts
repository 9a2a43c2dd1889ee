/** `slipway config`: every setting as this environment sets it. */
import { type Settings, invalidSettings, readSettings } from "@slipway/broker";
import { limitSettings, limitsOf } from "@slipway/gateway";
import { type SettingRow, checkedSettings, settingTable } from "./setting-table.ts";
import { unknownSettings, unknownText } from "./unknown-settings.ts";

/**
 * A table of all settings. A sentence says each that is wrong, and each name that nobody reads.
 * @param given the environment, with the secrets that stand in files.
 */
export function showSettings(given: Settings, environment: Settings) {
  const rows = settingTable.map((row) => [
    row.name,
    valueOf(row, given),
    fromOf(row, environment),
    row.parts.join(", "),
  ]);
  return {
    table: tableOf([["NAME", "VALUE", "SET BY", "READ BY"], ...rows]),
    wrong: [...new Set([...invalidSettings(checkedSettings, given), ...excluding(given)])],
    unknown: unknownSettings(environment).map(unknownText),
  };
}

/** A sentence where limits exclude each other, or about the first that is wrong by itself. */
function excluding(given: Settings): string[] {
  try {
    limitsOf(readSettings(limitSettings, given));
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function valueOf({ name, isSecret, unlessSet }: SettingRow, given: Settings): string {
  const value = given[name];
  if (value === undefined) return unlessSet;
  return isSecret ? "(a secret)" : value;
}

function fromOf({ name, isSecret }: SettingRow, environment: Settings): string {
  if (environment[name]) return "environment";
  return isSecret && environment[`${name}_FILE`] ? `${name}_FILE` : "-";
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Every setting of every part, in one table: docs, the check at the start and `slipway config` are made of it. */
import { auditSettings } from "@slipway/audit/config";
import { authSettings } from "@slipway/auth/config";
import { availabilitySettings } from "@slipway/availability/config";
import { bookingsSettings } from "@slipway/bookings/config";
import { catalogSettings } from "@slipway/catalog/config";
import { type SettingSchemas, type SettingText, settingText } from "@slipway/broker";
import { limitSettings } from "@slipway/gateway";
import { capacitySettings } from "@slipway/resources-capacity/config";
import { databaseSettings, quotaNames } from "@slipway/store";
import { syncSettings } from "@slipway/sync/config";
import { webhooksSettings } from "@slipway/webhooks/config";
import {
  commandSettings,
  gatewaySettings,
  nodeSettings,
  processSettings,
} from "./server-settings.ts";
import { telemetrySettings } from "./telemetry-settings.ts";

const settingsOfParts = {
  "every process": { ...processSettings, ...telemetrySettings },
  "a node of a cluster": nodeSettings,
  "services with a database": databaseSettings,
  gateway: { ...gatewaySettings, ...limitSettings },
  auth: authSettings,
  catalog: catalogSettings,
  availability: availabilitySettings,
  "resources-capacity": capacitySettings,
  bookings: bookingsSettings,
  webhooks: webhooksSettings,
  sync: syncSettings,
  audit: auditSettings,
  "the command line": commandSettings,
} satisfies Readonly<Record<string, SettingSchemas>>;

export const checkedSettings = {
  ...processSettings,
  ...telemetrySettings,
  ...nodeSettings,
  ...databaseSettings,
  ...gatewaySettings,
  ...limitSettings,
  ...authSettings,
  ...catalogSettings,
  ...availabilitySettings,
  ...capacitySettings,
  ...bookingsSettings,
  ...webhooksSettings,
  ...syncSettings,
  ...auditSettings,
};

export interface SettingRow extends SettingText {
  readonly name: string;
  readonly parts: readonly string[];
  /** The default, as the documents say it. */
  readonly unlessSet: string;
}

export const settingTable: readonly SettingRow[] = rowsOf(Object.entries(settingsOfParts));

/** Limits are explained in docs/limits.md, too. */
export const isLimit = (name: string): boolean =>
  name in limitSettings || (quotaNames as readonly string[]).includes(name);

function rowsOf(parts: readonly [string, SettingSchemas][]): SettingRow[] {
  const rows = new Map<string, SettingRow>();
  for (const [part, settings] of parts)
    for (const [name, schema] of Object.entries(settings)) {
      const before = rows.get(name)?.parts ?? [];
      const text = settingText(schema);
      const unlessSet = text.unlessSet ?? shown(schema.parse(undefined));
      rows.set(name, { ...text, name, unlessSet, parts: [...before, part] });
    }
  return [...rows.values()];
}

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

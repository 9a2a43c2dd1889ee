/** `slipway migrate`: the databases of all services, or of those that SERVICES names. */
import {
  type Migrated,
  type ServiceSchema,
  migrateDatabase,
  migrationOf,
  openDatabase,
} from "@slipway/store";
import type { Settings } from "@slipway/broker";
import type { ServiceName } from "../service-names.ts";
import { untilDatabaseAnswers } from "../until-database-answers.ts";

const schemas = {
  auth: () => import("@slipway/auth/schema"),
  catalog: () => import("@slipway/catalog/schema"),
  availability: () => import("@slipway/availability/schema"),
  "resources-capacity": () => import("@slipway/resources-capacity/schema"),
  bookings: () => import("@slipway/bookings/schema"),
  webhooks: () => import("@slipway/webhooks/schema"),
  sync: () => import("@slipway/sync/schema"),
  audit: () => import("@slipway/audit/schema"),
} satisfies Record<ServiceName, () => Promise<ServiceSchema>>;

interface Installation {
  readonly mongodbUri: string;
  readonly databasePrefix: string;
  readonly services: readonly ServiceName[];
  readonly settings: Settings;
}

interface MigrationOptions {
  /** Prints what there is to do, and changes nothing. */
  readonly isDryRun: boolean;
  readonly say: (line: string) => void;
}

/** One after the other. It waits for each database to answer, and may be repeated at any time. */
export async function migrateServices(
  { mongodbUri, databasePrefix, services, settings }: Installation,
  { isDryRun, say }: MigrationOptions,
): Promise<Migrated[]> {
  const migrated: Migrated[] = [];
  for (const name of services) {
    const schema = migrationOf(await schemas[name]());
    const attempt = async (): Promise<Migrated> => {
      const from = { service: "migrate", settings };
      const database = await openDatabase(mongodbUri, `${databasePrefix}-${name}`, from);
      try {
        return await migrateDatabase(database.connection, { ...schema, isDryRun });
      } finally {
        await database.close();
      }
    };
    migrated.push(
      await untilDatabaseAnswers(attempt, {
        giveUp: new AbortController().signal,
        onOutage: (reason) => say(`${name} waits for its database: ${reason}`),
      }),
    );
  }
  return migrated;
}

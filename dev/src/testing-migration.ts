/** The databases of a test that starts nodes as processes: those wait until they are migrated. */
import { migrateServices } from "@slipway/server/migrate-services";
import { serviceNames } from "@slipway/server/service-names";
import type { TestDatabase } from "@slipway/store/testing";

/** Migrates them, as the chart's job does before its nodes are ready. */
export async function migrateAll({ uri, name }: TestDatabase): Promise<void> {
  await migrateServices(
    { mongodbUri: uri, databasePrefix: name, services: serviceNames, settings: {} },
    { isDryRun: false, say: () => undefined },
  );
}

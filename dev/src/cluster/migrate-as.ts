/** `slipway migrate`, as the chart's job runs it: with the release of its image. */
import { migrateServices } from "@slipway/server/migrate-services";
import { serviceNames } from "@slipway/server/service-names";
import { runCommand } from "./node-process.ts";

interface Migration {
  readonly mongodbUri: string;
  readonly databasePrefix: string;
  /** The checkout whose program migrates; this one unless given. */
  readonly checkout: string | undefined;
  readonly print: (name: string, line: string) => void;
}

/** Brings the databases of all services to what a checkout's release needs; where they are so, nothing changes. */
export async function migrateAs({
  mongodbUri,
  databasePrefix,
  checkout,
  print,
}: Migration): Promise<void> {
  const say = (line: string): void => print("migrate", line);
  if (checkout === undefined) {
    const installation = { mongodbUri, databasePrefix, services: serviceNames, settings: {} };
    await migrateServices(installation, { isDryRun: false, say });
    return;
  }
  const env = { MONGODB_URI: mongodbUri, DATABASE_PREFIX: databasePrefix };
  say(await runCommand("migrate", { env, checkout }));
}

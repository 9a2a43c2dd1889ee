import type { ServiceOptions } from "@slipway/broker";
import { type Database, openDatabase } from "./connect.ts";

/**
 * Opens the database of a service and makes of it what the service consists of. Where either fails the
 * connection is closed, so that the start can be repeated: `make` must itself leave nothing behind then.
 */
export async function openServiceDatabase<Made>(
  { mongodbUri, databasePrefix, settings }: ServiceOptions,
  service: string,
  make: (database: Database) => Promise<Made>,
): Promise<Made & { readonly database: Database }> {
  const name = `${databasePrefix}-${service}`;
  const database = await openDatabase(mongodbUri, name, { service, settings });
  try {
    return { ...(await make(database)), database };
  } catch (error) {
    await database.close();
    throw error;
  }
}

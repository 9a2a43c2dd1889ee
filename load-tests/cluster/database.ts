/**
 * Stands for the MongoDB of the document's third step: three simulated members on one embedded engine. They have the names
 * of its pods and TLS, and keep the users and rights that a mongod would.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:tls";
import { openDatabase } from "@slipway/dev/database";
import { type MemberListener, startReplicaSet } from "@slipway/dev/replica-set";
import { databaseUsers } from "./database-users.ts";
import type { KeyFiles } from "./certificates.ts";

const port = 27_017;
export const memberHosts = ["10.98.0.10", "10.98.0.11", "10.98.0.12"];

/** Users that examples/kubernetes/mongodb.yaml names; the operator reads their passwords from secrets. */
const roles = {
  users: [{ role: "userAdminAnyDatabase", db: "admin" }],
  backup: [{ role: "backup", db: "admin" }],
  restore: [{ role: "root", db: "admin" }],
};

interface DatabaseOptions {
  readonly directory: string;
  readonly certificate: KeyFiles;
  /** A folder with a file for each of the first users, which holds the password. */
  readonly passwords: string;
}

export async function startClusterDatabase(options: DatabaseOptions): Promise<() => Promise<void>> {
  const { directory, certificate, passwords } = options;
  const engine = await openDatabase({ directory, log: () => undefined });
  const users = databaseUsers(() => firstUsersIn(passwords));
  const tls = { key: readFileSync(certificate.key), cert: readFileSync(certificate.certificate) };
  const listeners = memberHosts.map(
    (host, index): MemberListener => ({
      address: `db-${index}.db-svc.mongodb.svc.cluster.local:${port}`,
      host,
      port,
      createServer: (onConnection) => createServer({ ...tls, noDelay: true }, onConnection),
      guard: () => users.guard(),
    }),
  );
  const set = await startReplicaSet(engine.uri, { name: "db", listeners });
  return async () => {
    await set.close();
    await engine.stop();
  };
}

function firstUsersIn(folder: string) {
  return new Map(
    Object.entries(roles)
      .filter(([user]) => existsSync(join(folder, user)))
      .map(([user, of]) => [
        user,
        { password: readFileSync(join(folder, user), "utf8"), roles: of },
      ]),
  );
}

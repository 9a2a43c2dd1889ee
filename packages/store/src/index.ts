export * from "./aggregates/aggregates.ts";
export * from "./tenant-data/archive-page.ts";
export * from "./records/await-majority.ts";
export * from "./tenant-data/backup-archive.ts";
export {
  Binary,
  Timestamp,
  type CollectionTable,
  type CollectionsOf,
  type Index,
  collection,
  makeIndexes,
  openCollections,
  outboxIndex,
  presentIndex,
  uniqueLive,
} from "./records/collections.ts";
export * from "./connection/connect.ts";
export { databaseMs } from "./constants.ts";
export * from "./connection/database-error.ts";
export { databaseSettings } from "./connection/database-settings.ts";
export { UnfitDatabase } from "./connection/database-options.ts";
export * from "./pages/find-page.ts";
export { confirmByKey, findKept } from "./records/find-kept.ts";
export * from "./records/find-to-change.ts";
export * from "./pages/id-cursor.ts";
export { isUnchanged, requireUnchanged } from "./records/expected-version.ts";
export { listPaged } from "./aggregates/list-paged.ts";
export * from "./records/ids.ts";
export * from "./records/insert-together.ts";
export * from "./connection/keep-time.ts";
export * from "./connection/leases.ts";
export * from "./records/patch.ts";
export { sweepRead } from "./records/limit-reads.ts";
export * from "./records/local-read.ts";
export type * from "./outbox/outbox.ts";
export { readPage, readToken, tokenOf } from "./pages/page-token.ts";
export * from "./aggregates/quota.ts";
export * from "./outbox/relay.ts";
export * from "./records/batch-requests.ts";
export { readEach, readFirst, readOr, readStream } from "./records/read-each.ts";
export * from "./records/remove-in-batches.ts";
export { type Migrated, type Migration, migrateDatabase, migration } from "./migration/migrate.ts";
export { type ServiceDeps, serviceDeps } from "./service-deps.ts";
export {
  MigrationMissing,
  type ServiceSchema,
  type Store,
  type TimedStore,
  migrationOf,
  storeOf,
  timedStoreOf,
} from "./service-store.ts";
export * from "./records/tenant-filter.ts";
export * from "./tenant-data/tenant-record-actions.ts";
export { lineOf } from "./tenant-data/tenant-records.ts";
export type * from "./tenant-data/tenant-records.ts";
export * from "./aggregates/turn-queue.ts";
export type { mongo } from "mongoose";
export { readBatches } from "./pages/read-batches.ts";
export * from "./pages/window.ts";

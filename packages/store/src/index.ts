export * from "./aggregates.ts";
export * from "./archive-page.ts";
export * from "./await-majority.ts";
export * from "./backup-archive.ts";
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
} from "./collections.ts";
export * from "./connect.ts";
export { databaseMs } from "./constants.ts";
export * from "./database-error.ts";
export { databaseSettings } from "./database-settings.ts";
export { UnfitDatabase } from "./database-options.ts";
export * from "./find-page.ts";
export * from "./find-to-change.ts";
export * from "./id-cursor.ts";
export * from "./ids.ts";
export * from "./insert-together.ts";
export * from "./keep-time.ts";
export * from "./leases.ts";
export * from "./local-read.ts";
export type * from "./outbox.ts";
export { readPage, readToken, tokenOf } from "./page-token.ts";
export * from "./quota.ts";
export * from "./relay.ts";
export * from "./batch-requests.ts";
export * from "./remove-in-batches.ts";
export { type Migrated, type Migration, migrateDatabase, migration } from "./migrate.ts";
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
export * from "./tenant-filter.ts";
export * from "./tenant-record-actions.ts";
export { lineOf } from "./tenant-records.ts";
export type * from "./tenant-records.ts";
export * from "./turn-queue.ts";
export type { mongo } from "mongoose";

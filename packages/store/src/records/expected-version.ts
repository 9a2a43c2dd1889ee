import { refuse } from "@slipway/broker";

interface Dated {
  readonly updatedAt: Date;
}

/** Whether a record is the one that the client has read, as far as the client says which that is. */
export function isUnchanged({ updatedAt }: Dated, expectedUpdatedAt: string | undefined): boolean {
  return expectedUpdatedAt === undefined || expectedUpdatedAt === updatedAt.toISOString();
}

/**
 * Refuses VERSION_CONFLICT where a record is not the one that the client has read. The write that follows filters the
 * revision of the record that is looked at here: another change is found by this check, or that write finds nothing.
 */
export function requireUnchanged(record: Dated, expectedUpdatedAt: string | undefined): void {
  if (!isUnchanged(record, expectedUpdatedAt))
    throw refuse("VERSION_CONFLICT", { updatedAt: record.updatedAt.toISOString() });
}

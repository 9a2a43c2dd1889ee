/** Compares a booking with its last audit entry; for doctor. */
import type { OutputOf, audit } from "@slipway/contracts";
import type { BookingRecord } from "../record/booking.ts";

type LastEntries = OutputOf<typeof audit.listLastEntries>;
export type LastEntry = LastEntries["entries"][number];

/** Retention goes by the instant of the change, which may be a little before `updatedAt`. */
const toleranceMs = 24 * 60 * 60 * 1_000;

/**
 * How the log differs from the booking, or undefined. A later `updatedAt` of the booking is no difference:
 * a slow insert gets one. Fields that only one side has come from another version and do not count.
 */
export function differenceOf(
  record: BookingRecord,
  entry: LastEntry | undefined,
  keptFrom: LastEntries["keptFrom"],
): string | undefined {
  if (!entry) return isForgotten(record, keptFrom) ? undefined : "the audit log has no entry of it";
  const { action, after } = entry;
  if (after === null) return `its last audit entry, ${action}, says that it is not there`;
  const said = recordIn(entry);
  if (!said) return `its last audit entry, ${action}, cannot be read`;
  if (String(said["updatedAt"]) > record.updatedAt)
    return `its last audit entry, ${action}, is later than the booking`;
  const differing = differingFields(record, said).filter((name) => name !== "updatedAt");
  if (differing.length === 0) return undefined;
  return `its last audit entry, ${action}, has another ${differing.join(", ")}`;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields that both have and of which they say something else. */
function differingFields(record: Fields, said: Fields): string[] {
  return Object.keys(record).filter(
    (name) => Object.hasOwn(said, name) && !isSame(record[name], said[name]),
  );
}

/** Records in a list, such as tickets, may come from another version as well. */
function isSame(value: unknown, said: unknown): boolean {
  if (JSON.stringify(value) === JSON.stringify(said)) return true;
  if (!Array.isArray(value) || !Array.isArray(said) || value.length !== said.length) return false;
  return value.every((one: unknown, at) => {
    const other: unknown = said[at];
    return isRecord(one) && isRecord(other) && differingFields(one, other).length === 0;
  });
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The booking as its last entry has it; undefined where there is none or it cannot be read. */
export function recordIn(entry: LastEntry | undefined): Record<string, unknown> | undefined {
  try {
    return (JSON.parse(entry?.after ?? "null") as Record<string, unknown> | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function isForgotten({ updatedAt }: BookingRecord, keptFrom: string | null): boolean {
  return keptFrom !== null && Date.parse(updatedAt) < Date.parse(keptFrom) + toleranceMs;
}

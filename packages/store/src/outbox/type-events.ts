/** Events from before 0.1.0 had their fields in `fact`, and the audit log's name of their change instead of a type. */
import { auditVerbs } from "@slipway/contracts";
import { type Migration, migration } from "../migration/migrate.ts";

interface Place {
  /** The migration's name, unless the collection says it. */
  readonly name?: string;
  readonly collection: string;
  /** The field with events in it, and the path to the event in it. */
  readonly field: string;
  readonly path: string;
}

/** Gives the events in a field of a collection's documents their types, with those that their effects carry. */
export function eventsTyped({
  collection,
  field,
  path,
  name = `type-events-of-${collection}`,
}: Place): Migration {
  const waiting = { [`${path}.fact`]: { $exists: true } };
  return migration<{ readonly _id: string }>({
    name,
    collection,
    waiting,
    isRequired: true,
    change: (stored, documents) =>
      Promise.all(
        documents.map(({ _id, ...fields }) => {
          const events = typed((fields as Record<string, unknown>)[field]);
          // Race: two runs may have read the document. The second finds no earlier event in it.
          return stored.updateOne({ _id, ...waiting }, { $set: { [field]: events } as object });
        }),
      ),
  });
}

/** The value with each earlier event in it as it is stored now. */
export function typed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typed);
  if (!isRecord(value)) return value;
  const { fact, ...rest } = value;
  const fields = Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [name, typed(each)]),
  );
  return isRecord(fact) ? { ...fieldsOf(fact), ...fields } : fields;
}

const verbs = new Map<unknown, string>(
  Object.entries(auditVerbs).map(([verb, word]) => [word, verb]),
);

function fieldsOf({ entityType, action, ...fields }: Readonly<Record<string, unknown>>) {
  const word = String(action).split(".")[1];
  return { ...fields, type: `${String(entityType)}.${verbs.get(word) ?? word}` };
}

/** A plain object: no time and no other value of the database. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value?.constructor === Object;
}

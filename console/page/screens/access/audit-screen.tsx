/** Screen 10: the log of changes: who has changed what, field by field. */
import type { AuditLog } from "@slipway/client";
import { useActorNames } from "../../actor-names.ts";
import { ChangeList } from "../../parts/change-list.tsx";
import { Choice } from "../../parts/choice.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { changesOf } from "../../parts/record-changes.ts";
import { ViewerTime, viewerZone } from "../../parts/zoned-time.tsx";
import { go, hrefOf, query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { isDay, rangeOfDay } from "../../zone.ts";
import { PageLink } from "./page-link.tsx";

export const auditScreen: Screen = {
  paths: ["/access/audit"],
  scopes: ["audit:read"],
  group: "access",
  title: ({ access }) => access.audit.title,
  View: AuditScreen,
};

const pageLength = 50;

function AuditScreen() {
  const { kind, id, day, cursor } = filtersOf(query.value);
  const log = useLoad(query.value.toString(), ({ auditLogs }) =>
    auditLogs.listAuditPages({
      entityType: kind,
      entityId: id,
      ...(day !== undefined && isDay(day) ? rangeOfDay(day, viewerZone) : {}),
      cursor,
      limit: pageLength,
    }),
  );
  const nameOf = useActorNames();
  const words = texts.access.audit;
  return (
    <>
      <Filters reload={log.reload} />
      <IfLoaded loaded={log}>
        {({ items, nextCursor }) => (
          <>
            <DataList
              caption={words.title}
              empty={words.empty}
              rows={items}
              keyOf={(entry) => entry.id}
              columns={[
                {
                  title: words.at,
                  cell: ({ timestamp }) => <ViewerTime at={timestamp} />,
                },
                { title: words.who, cell: (entry) => nameOf(entry) },
                { title: words.what, cell: ({ action }) => action },
                { title: words.id, cell: (entry) => <IdLink entry={entry} /> },
                { title: words.changes, cell: (entry) => <Changes entry={entry} /> },
              ]}
            />
            <PageLink cursor={nextCursor} />
          </>
        )}
      </IfLoaded>
    </>
  );
}

type Filter = "kind" | "id" | "day" | "cursor";

function filtersOf(given: URLSearchParams): Readonly<Partial<Record<Filter, string>>> {
  return Object.fromEntries(given);
}

/** Another filter begins with the newest change. */
function Filters({ reload }: { reload: () => void }) {
  const { kind, id, day } = filtersOf(query.value);
  const words = texts.access.audit;
  const choose = (chosen: Partial<Record<Filter, string>>): void =>
    go(hrefOf("/access/audit", { kind, id, day, ...chosen }));
  return (
    <div class="controls">
      <Choice
        label={words.kind}
        value={kind ?? ""}
        choices={[
          { id: "", name: words.allKinds },
          ...Object.entries(words.kinds).map(([each, name]) => ({ id: each, name })),
        ]}
        choose={(chosen) => choose({ kind: chosen })}
      />
      <input
        aria-label={words.id}
        placeholder={words.id}
        value={id ?? ""}
        maxLength={1_000}
        onChange={({ currentTarget }) => choose({ id: currentTarget.value.trim() })}
      />
      <input
        type="date"
        aria-label={texts.day.title}
        value={day ?? ""}
        onChange={({ currentTarget }) => choose({ day: currentTarget.value })}
      />
      <button type="button" onClick={reload}>
        {texts.access.endpoint.lookAgain}
      </button>
    </div>
  );
}

/** All changes of the same record. */
function IdLink({ entry: { entityType: kind, entityId: id } }: { entry: AuditLog }) {
  return <a href={hrefOf("/access/audit", { kind, id })}>{id}</a>;
}

/** A record that is new or gone has had, or has, no fields. */
function Changes({ entry: { before, after } }: { entry: AuditLog }) {
  const changes = changesOf(before ?? {}, after ?? {});
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{counted(changes.length, texts.access.audit.fields)}</summary>
      <ChangeList changes={changes} />
    </details>
  );
}

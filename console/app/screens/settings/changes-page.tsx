/** The change log: who has changed what, field by field. */
import {
  ActionIcon,
  Anchor,
  Avatar,
  Box,
  Button,
  Card,
  Collapse,
  Group,
  Select,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { DateInput } from "@mantine/dates";
import { useDisclosure } from "@mantine/hooks";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronRight from "lucide-react/icons/chevron-right";
import RefreshCw from "lucide-react/icons/refresh-cw";
import type { AuditLog } from "@slipway/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { use } from "react";
import { useActorNames } from "../../../page/actor-names.ts";
import { type Catalog, soldWords, zoneOf } from "../../../page/catalog.ts";
import { plainWords } from "../../../page/parts/plain-words.ts";
import { type RecordChange, changesOf } from "../../../page/parts/record-changes.ts";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { catalogOf } from "../../../page/read-catalog.ts";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { isDay, rangeOfDay } from "../../../page/zone.ts";
import { useChoice } from "../../address.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Head } from "../../parts/record-list.tsx";
import { ShownSupplier } from "../../supplier.ts";
import { settingsTexts } from "./texts.ts";
import { verbTexts } from "./verbs/texts.ts";
import { When } from "./when.tsx";

const pageLength = 50;

export function ChangesPage() {
  const { changes: words, older, lookAgain } = settingsTexts();
  const [entityType] = useChoice("kind");
  const [entityId] = useChoice("id");
  const [actorId] = useChoice("who");
  const [day] = useChoice("day");
  const log = useInfiniteQuery({
    queryKey: ["changes", entityType, entityId, actorId, day],
    queryFn: ({ pageParam: cursor, signal }) =>
      ask(
        ({ auditLogs }) =>
          auditLogs.listAuditPages({
            entityType: entityType ?? undefined,
            entityId: entityId ?? undefined,
            actorId: actorId ?? undefined,
            ...(day && isDay(day) ? rangeOfDay(day, viewerZone) : {}),
            cursor,
            limit: pageLength,
          }),
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const entries = log.data?.pages.flatMap(({ items }) => items);
  return (
    <Stack gap="md">
      <Head title={words.title} hint={words.hint}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={lookAgain}
          loading={log.isFetching}
          onClick={() => void log.refetch()}
        >
          <RefreshCw size={16} />
        </ActionIcon>
      </Head>
      <Filters />
      <ProblemNote error={log.error} again={() => void log.refetch()} />
      {entries ? <Entries entries={entries} /> : !log.error && <Skeleton h={320} />}
      {log.hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: "center" }}
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {older}
        </Button>
      )}
    </Stack>
  );
}

function Filters() {
  const { changes: words } = settingsTexts();
  const { audit } = texts.access;
  const [kind, setKind] = useChoice("kind");
  const [id, setId] = useChoice("id");
  const [day, setDay] = useChoice("day");
  return (
    <Group gap="xs" align="flex-end">
      <Select
        aria-label={audit.kind}
        className="filter"
        placeholder={audit.allKinds}
        clearable
        searchable
        w={190}
        data={Object.entries({ ...audit.kinds, ...words.kinds }).map(([value, label]) => ({
          value,
          label,
        }))}
        value={kind}
        onChange={setKind}
      />
      <WhoFilter />
      <DateInput
        aria-label={words.day}
        className="filter"
        placeholder={words.day}
        clearable
        valueFormat="D MMM YYYY"
        w={150}
        value={day}
        onChange={setDay}
      />
      <TextInput
        key={id ?? ""}
        aria-label={words.record}
        className="filter"
        placeholder={words.record}
        maxLength={1_000}
        w={220}
        defaultValue={id ?? ""}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter") setId(currentTarget.value.trim() || null);
        }}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.value.trim() || null;
          if (typed !== id) setId(typed);
        }}
      />
    </Group>
  );
}

/** Users and keys, where the viewer may read their names. */
function WhoFilter() {
  const { changes: words } = settingsTexts();
  const [who, setWho] = useChoice("who");
  const users = useQuery({
    queryKey: ["users"],
    queryFn: ({ signal }) => ask((slipway) => slipway.users.list(), signal),
    enabled: may("users:read"),
  });
  const keys = useQuery({
    queryKey: ["keys"],
    queryFn: ({ signal }) => ask(({ apiKeys }) => apiKeys.list(), signal),
    enabled: may("api-keys:read"),
  });
  const itemsOf = (records: readonly { readonly id: string; readonly name: string }[] = []) =>
    records.map(({ id, name }) => ({ value: id, label: name }));
  if (!may("users:read") && !may("api-keys:read")) return null;
  return (
    <Select
      aria-label={words.who}
      className="filter"
      placeholder={words.everybody}
      clearable
      searchable
      w={190}
      data={[
        { group: settingsTexts().people.title, items: itemsOf(users.data) },
        { group: settingsTexts().keys.title, items: itemsOf(keys.data) },
      ]}
      value={who}
      onChange={setWho}
    />
  );
}

function Entries({ entries }: { readonly entries: readonly AuditLog[] }) {
  const nameOf = useActorNames();
  const { changes: words } = settingsTexts();
  return (
    <Card withBorder padding={0}>
      {entries.length === 0 ? (
        <Stack align="center" gap={6} py="xl" px="md" ta="center">
          <Text fw={600}>{texts.access.audit.empty}</Text>
          <Text size="sm" className="soft">
            {words.emptyHint}
          </Text>
        </Stack>
      ) : (
        <Stack gap={0} component="ul" className="plain" aria-label={words.title}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} nameOf={nameOf} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

interface EntryGiven {
  readonly entry: AuditLog;
  readonly nameOf: ReturnType<typeof useActorNames>;
}

function Entry({ entry, nameOf }: EntryGiven) {
  const { changes: words } = settingsTexts();
  const { timestamp, before, after, action, entityId } = entry;
  const [isOpen, { toggle }] = useDisclosure();
  const [, setId] = useChoice("id");
  const changes = changesOf(before ?? {}, after ?? {});
  const who = nameOf(entry);
  const sold = useSoldName(entry);
  const name = recordName(entry, nameOf) ?? (sold.name || entityId);
  const what = whatWords(entry);
  const fields = counted(changes.length, texts.access.audit.fields);
  return (
    <Box component="li" px="md" py="sm" className="change">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Avatar name={who} color="initials" size={32} aria-hidden />
        <Box flex={1} miw={0}>
          <Text size="sm" className="break">
            <b>{who}</b> · {what}{" "}
            <Anchor
              component="button"
              type="button"
              inherit
              fw={600}
              ta="start"
              title={entityId}
              onClick={() => setId(entityId)}
              aria-label={fill(words.recordOf, { name })}
            >
              {name}
            </Anchor>
          </Text>
          <Text size="xs" className="soft">
            <When at={timestamp} /> · <code>{action}</code>
          </Text>
          {changes.length > 0 && (
            <>
              <Button
                variant="subtle"
                size="compact-xs"
                mt={4}
                ml={-6}
                aria-expanded={isOpen}
                aria-label={`${fields}: ${action} ${name}`}
                leftSection={isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
                onClick={toggle}
              >
                {fields}
              </Button>
              <Collapse expanded={isOpen} transitionDuration={0}>
                {isOpen && <Diff changes={changes} title={`${what} ${name}`} zone={sold.zone} />}
              </Collapse>
            </>
          )}
        </Box>
      </Group>
    </Box>
  );
}

/** "Resource changed"; an action that has no word of its own stands as it is. */
function whatWords({ entityType, action }: AuditLog): string {
  const words = settingsTexts().changes;
  const kinds: Readonly<Record<string, string>> = { ...texts.access.audit.kinds, ...words.kinds };
  const verbs: Readonly<Record<string, string>> = verbTexts();
  const verb = action.slice(action.indexOf(".") + 1);
  return `${kinds[entityType] ?? entityType} ${verbs[verb] ?? verb}`;
}

/** Names what the record is of, by the names of its supplier's catalogue or, where it names none, of the supplier that is shown. */
function useSoldName({ before, after, entityType, entityId }: AuditLog) {
  // A change of prices names no option but in its id.
  const own = { option: { optionId: entityId }, product: { productId: entityId } };
  const record: Sold = {
    ...own[entityType as keyof typeof own],
    ...((after ?? before) as Sold | null),
  };
  const shown = use(ShownSupplier)?.id;
  const supplier = record.supplierId ?? shown ?? "";
  const isSold = record.optionId !== undefined || record.productId !== undefined;
  const { data: catalog } = useQuery({
    queryKey: ["catalog", supplier],
    queryFn: () => catalogOf(supplier),
    enabled: may("catalog:read") && supplier !== "" && isSold,
  });
  const zone = catalog ? zoneOf(catalog, record.optionId ?? "") : viewerZone;
  const time =
    entityType === "departure" && record.startAt && timeWords(record.startAt, zone, true);
  const sold = catalog && soldIn(catalog, record);
  // Without the name of what is sold the id says more.
  if (isSold && !sold) return { name: "", zone };
  const parts = [sold, time];
  return { name: parts.filter(Boolean).join(" · "), zone };
}

function soldIn(catalog: Catalog, { optionId, productId }: Sold): string | undefined {
  const sold = catalog.options.get(optionId ?? "");
  return sold ? soldWords(sold) : catalog.products.find(({ id }) => id === productId)?.name;
}

interface Sold {
  readonly supplierId?: string;
  readonly optionId?: string;
  readonly productId?: string;
  readonly startAt?: string;
}

/** The name of the record, or that of its user for a log-in. */
function recordName(
  { before, after, entityType }: AuditLog,
  nameOf: EntryGiven["nameOf"],
): string | undefined {
  for (const record of [after, before]) {
    if (typeof record !== "object" || record === null) continue;
    const { name, reference, url, email, userId } = record as Readonly<Record<string, unknown>>;
    if (entityType === "session") {
      const user = { actorType: "USER", actorId: String(userId), source: "system" } as const;
      return nameOf(user, settingsTexts().changes.session);
    }
    const called = [name, reference, url, email].find(
      (each): each is string => typeof each === "string" && each !== "",
    );
    if (called !== undefined) return called;
  }
  return undefined;
}

interface DiffGiven {
  readonly changes: readonly RecordChange[];
  readonly title: string;
  /** By whose clock times are shown. */
  readonly zone: string;
}

function Diff({ changes, title, zone }: DiffGiven) {
  const { changes: words } = settingsTexts();
  return (
    <Table.ScrollContainer minWidth={0} mt="xs">
      <Table aria-label={title} withTableBorder layout="fixed" fz="xs" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.field}</Table.Th>
            <Table.Th scope="col">{words.before}</Table.Th>
            <Table.Th scope="col">{words.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ field, before, after }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row" fw={500} className="break">
                {field}
              </Table.Th>
              <Table.Td className="break danger">{valueWords(before, zone)}</Table.Td>
              <Table.Td className="break added">{valueWords(after, zone)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function valueWords(value: unknown, zone: string): string {
  if (typeof value !== "string" || !instant.test(value)) return plainWords(value);
  const seconds = value.slice(17, 19);
  return `${timeWords(value, zone, true)}${seconds === "00" ? "" : `:${seconds}`}`;
}

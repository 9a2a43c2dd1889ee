/** Parts that channels and webhooks share: a list of all, and pages of what was sent to one. */
import { ActionIcon, Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import type { Operations } from "@slipway/client";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import RefreshCw from "lucide-react/icons/refresh-cw";
import type { ReactNode } from "react";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { showProblem } from "../../parts/show-problem.tsx";
import { type Column, Head, type ListTexts, RecordList } from "../../parts/record-list.tsx";
import { settingsTexts } from "./texts.ts";
import { When } from "./when.tsx";

interface ListGiven<Row> extends ListTexts<Row> {
  readonly hint: string;
  /** Names the query that has all of them. */
  readonly queryKey: string;
  readonly load: (slipway: Operations) => Promise<Row[]>;
  readonly columns: readonly Column<Row>[];
  /** Lets a user connect one more. */
  readonly scope: string;
  /** On the button that opens the dialog for it. */
  readonly newLabel: string;
  readonly newOne: (close: () => void) => ReactNode;
}

export function EndpointList<Row>(given: ListGiven<Row>) {
  const { hint, queryKey, load, scope, newLabel, newOne, ...list } = given;
  const [isNew, { open, close }] = useDisclosure();
  const { data, error, refetch } = useQuery({
    queryKey: [queryKey],
    queryFn: ({ signal }) => ask(load, signal),
  });
  const add = may(scope) && (
    <Button leftSection={<Plus size={16} />} onClick={open}>
      {newLabel}
    </Button>
  );
  return (
    <Stack gap="md">
      <Head title={list.title} hint={hint}>
        {data !== undefined && data.length > 0 && add}
      </Head>
      <RecordList {...list} rows={data} error={error} again={() => void refetch()} help={add} />
      {isNew && newOne(close)}
    </Stack>
  );
}

interface Attempted {
  readonly lastSucceededAt: string | null;
  readonly nextAttemptAt: string | undefined;
}

export function attemptColumns<Row extends Attempted>(): Column<Row>[] {
  const { lastSuccess, nextAttempt, none } = texts.access.endpoint;
  return [
    {
      title: lastSuccess,
      cell: ({ lastSucceededAt }) => <When at={lastSucceededAt} none={none} />,
    },
    { title: nextAttempt, cell: ({ nextAttemptAt }) => <When at={nextAttemptAt} none={none} /> },
  ];
}

interface Page {
  readonly cursor: string | undefined;
  readonly limit: number;
}

interface PagesGiven<Row> extends ListTexts<Row> {
  readonly queryKey: readonly unknown[];
  readonly load: (
    slipway: Operations,
    page: Page,
  ) => Promise<{ readonly items: readonly Row[]; readonly nextCursor: string | null }>;
  readonly columns: (again: () => void) => readonly Column<Row>[];
  /** Beside the title. */
  readonly children?: ReactNode;
}

const limit = 50;

/** A list that begins with the newest, and loads older ones as they are asked for. */
export function PagedRecords<Row>(given: PagesGiven<Row>) {
  const { queryKey, load, columns, children, ...list } = given;
  const { lookAgain, older } = settingsTexts();
  const found = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      ask((slipway) => load(slipway, { cursor, limit }), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const again = (): void => void found.refetch();
  return (
    <Stack gap="sm">
      <Head title={list.title} order={2}>
        {children}
        <ActionIcon
          variant="default"
          size={30}
          aria-label={fill(texts.parts.actOn, { action: lookAgain, name: list.title })}
          loading={found.isFetching}
          onClick={again}
        >
          <RefreshCw size={16} />
        </ActionIcon>
      </Head>
      <RecordList
        {...list}
        columns={columns(again)}
        rows={found.data?.pages.flatMap(({ items }) => items)}
        error={found.error}
        again={again}
        foot={
          found.hasNextPage && (
            <Button
              variant="subtle"
              m="xs"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {older}
            </Button>
          )
        }
      />
    </Stack>
  );
}

interface AgainGiven {
  readonly label: string;
  /** For a reader of the screen: what is tried again. */
  readonly name: string;
  readonly said: string;
  readonly send: (slipway: Operations) => Promise<unknown>;
  readonly done: () => void;
}

/** Tries one of the list again. */
export function AgainButton({ label, name, said, send, done }: AgainGiven) {
  const again = useMutation({
    mutationFn: () => ask(send),
    onError: showProblem,
    onSuccess() {
      notifications.show({ color: "green", message: said });
      done();
    },
  });
  return (
    <Button
      variant="light"
      size="compact-sm"
      loading={again.isPending}
      aria-label={name}
      onClick={() => again.mutate()}
    >
      {label}
    </Button>
  );
}

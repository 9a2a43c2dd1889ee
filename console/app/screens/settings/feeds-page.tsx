/** Calendar feeds: departures with guests, in the calendar of a guide or a boat. */
import { Badge, Button, Checkbox, Menu, Select, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import Plus from "lucide-react/icons/plus";
import RotateCw from "lucide-react/icons/rotate-cw";
import Trash from "lucide-react/icons/trash-2";
import type { CalendarFeed, IssuedCalendarFeed, Operations } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { FormModal } from "./form-modal.tsx";
import { Head, RecordList } from "../../parts/record-list.tsx";
import { RowMenu } from "../../parts/row-menu.tsx";
import { type Secret, ShowOnce } from "./show-once.tsx";
import { settingsTexts } from "./texts.ts";
import { useConfirm } from "./use-confirm.tsx";
import { When } from "./when.tsx";

export function FeedsPage() {
  const { feeds: words } = settingsTexts();
  const [isNew, { open, close }] = useDisclosure();
  const [secret, show] = useState<Secret>();
  const { data, error, refetch } = useQuery({
    queryKey: ["feeds"],
    queryFn: ({ signal }) => ask(({ calendarFeeds }) => calendarFeeds.list(), signal),
  });
  const issued = ({ url }: Pick<IssuedCalendarFeed, "url">): void => {
    show({ title: words.addressTitle, label: words.address, hint: words.addressHint, text: url });
    void refetch();
  };
  const add = (
    <Button leftSection={<Plus size={16} />} onClick={open}>
      {words.new}
    </Button>
  );
  return (
    <Stack gap="md">
      <Head title={words.title} hint={words.hint}>
        {data !== undefined && data.length > 0 && add}
      </Head>
      <Feeds rows={data} error={error} again={() => void refetch()} help={add} issued={issued} />
      {isNew && <NewFeed close={close} done={issued} />}
      <ShowOnce secret={secret} close={() => show(undefined)} />
    </Stack>
  );
}

interface FeedsGiven {
  readonly rows: readonly CalendarFeed[] | undefined;
  readonly error: unknown;
  readonly again: () => void;
  readonly help: ReactNode;
  readonly issued: (feed: Pick<IssuedCalendarFeed, "url">) => void;
}

function Feeds({ rows, error, again, help, issued }: FeedsGiven) {
  const { feeds: words, ...all } = settingsTexts();
  const names = useSoldNames();
  const { confirm, dialog } = useConfirm();
  const menu = (feed: CalendarFeed) => (
    <FeedMenu feed={feed} confirm={confirm} again={again} issued={issued} />
  );
  return (
    <>
      <RecordList
        title={words.title}
        rows={rows}
        error={error}
        again={again}
        help={help}
        keyOf={({ id }) => id}
        empty={words.empty}
        emptyHint={words.emptyHint}
        menu={may("bookings:write") && menu}
        columns={[
          { title: all.name, cell: ({ name }) => name },
          { title: words.of, cell: (feed) => ofWords(feed, names) },
          {
            title: words.names,
            cell: ({ withNames }) =>
              withNames ? (
                <Badge variant="light" color="orange">
                  {all.yes}
                </Badge>
              ) : (
                <span className="soft">{all.no}</span>
              ),
          },
          {
            title: words.lastRead,
            cell: ({ lastReadAt }) => <When at={lastReadAt} none={words.never} />,
          },
        ]}
      />
      {dialog}
    </>
  );
}

interface MenuGiven extends Pick<FeedsGiven, "again" | "issued"> {
  readonly feed: CalendarFeed;
  readonly confirm: ReturnType<typeof useConfirm>["confirm"];
}

function FeedMenu({ feed: { id, name }, confirm, again, issued }: MenuGiven) {
  const { feeds: words } = settingsTexts();
  return (
    <RowMenu name={name}>
      <Menu.Item
        leftSection={<RotateCw size={16} aria-hidden />}
        onClick={() =>
          confirm({
            title: fill(words.rotateTitle, { name }),
            hint: words.rotateHint,
            action: words.rotate,
            act: async ({ calendarFeeds }) => issued(await calendarFeeds.rotate(id)),
          })
        }
      >
        {words.rotate}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        className="danger"
        leftSection={<Trash size={16} aria-hidden />}
        onClick={() =>
          confirm({
            title: fill(words.deleteTitle, { name }),
            hint: words.deleteHint,
            action: words.delete,
            isDanger: true,
            act: ({ calendarFeeds }) => calendarFeeds.delete(id),
            said: fill(words.deleted, { name }),
            done: again,
          })
        }
      >
        {words.delete}
      </Menu.Item>
    </RowMenu>
  );
}

type Kind = "supplier" | "product" | "option" | "resource";

/** Names of what a feed can be of, by kind and id; those that the viewer may read. */
function useSoldNames(): Readonly<Partial<Record<Kind, ReadonlyMap<string, string>>>> {
  const { data } = useQuery({
    queryKey: ["sold-names"],
    queryFn: ({ signal }) => ask(loadNames, signal),
    staleTime: 60_000,
  });
  return data ?? {};
}

async function loadNames({ suppliers, products, resources }: Operations) {
  const [sold, offered, used] = await Promise.all([
    may("suppliers:read") ? suppliers.list() : [],
    may("catalog:read") ? products.list({ include: "options" }) : [],
    may("resources:read") ? resources.list() : [],
  ]);
  const namesOf = (records: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(records.map(({ id, name }) => [id, name]));
  const options = offered.flatMap(({ name, options: own = [] }) =>
    own.map((option) => ({ id: option.id, name: `${name}, ${option.name}` })),
  );
  return {
    supplier: namesOf(sold),
    product: namesOf(offered),
    option: namesOf(options),
    resource: namesOf(used),
  };
}

function ofWords(feed: CalendarFeed, names: ReturnType<typeof useSoldNames>): string {
  const { feeds: words } = settingsTexts();
  const ids = {
    supplier: feed.supplierId,
    product: feed.productId,
    option: feed.optionId,
    resource: feed.resourceId,
  };
  for (const kind of ["supplier", "product", "option", "resource"] as const) {
    const id = ids[kind];
    if (id !== null) return fill(words[kind], { name: names[kind]?.get(id) ?? id });
  }
  return words.all;
}

interface NewGiven {
  readonly close: () => void;
  readonly done: (feed: IssuedCalendarFeed) => void;
}

const everything = "all";

function NewFeed({ close, done }: NewGiven) {
  const { feeds: words, name: nameLabel } = settingsTexts();
  const names = useSoldNames();
  const [name, setName] = useState("");
  const [of, setOf] = useState(everything);
  const [withNames, setWithNames] = useState(false);
  const [kind, id = ""] = of.split(" ");
  const group = (title: string, each: Kind) => ({
    group: title,
    items: [...(names[each] ?? [])].map(([value, label]) => ({ value: `${each} ${value}`, label })),
  });
  return (
    <FormModal
      title={words.new}
      submit={words.make}
      close={close}
      done={done}
      send={({ calendarFeeds }) =>
        calendarFeeds.create({
          name,
          withNames,
          ...(of === everything ? {} : { [`${kind}Id`]: id }),
        })
      }
    >
      <TextInput
        label={nameLabel}
        required
        maxLength={1_000}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      <Select
        label={words.of}
        searchable
        allowDeselect={false}
        data={[
          { value: everything, label: words.all },
          group(words.groups.suppliers, "supplier"),
          group(words.groups.products, "product"),
          group(words.groups.resources, "resource"),
        ]}
        value={of}
        onChange={(chosen) => setOf(chosen ?? everything)}
      />
      <Checkbox
        label={words.withNames}
        checked={withNames}
        disabled={!may("bookings:write")}
        onChange={({ currentTarget }) => setWithNames(currentTarget.checked)}
      />
    </FormModal>
  );
}

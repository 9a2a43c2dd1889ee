/** Times in which nothing is sold, such as a stormy day: what is closed, a new closure, and what becomes of its guests. */
import { Button, Menu, Skeleton, Stack } from "@mantine/core";
import type { AvailabilityBlock } from "@slipway/client";
import CalendarOff from "lucide-react/icons/calendar-off";
import LockOpen from "lucide-react/icons/lock-open";
import { useState } from "react";
import { timeWords } from "../../../page/parts/time-words.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { useChoice } from "../../address.ts";
import { ConfirmModal } from "../../parts/confirm-modal.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Head, RecordList } from "../../parts/record-list.tsx";
import { RowMenu } from "../../parts/row-menu.tsx";
import { useSold, useSoldChanged } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { ClosureForm } from "./closure-form.tsx";
import { type Closable, loadClosable } from "./load-closures.ts";
import { closureWords } from "./texts.ts";

export function ClosuresPage() {
  const supplier = useSupplier();
  const words = closureWords();
  const [from] = useChoice("from");
  const [isOpen, setOpen] = useState(from !== null);
  const loaded = useSold(["closures"], (slipway) => loadClosable(slipway, supplier.id));
  return (
    <Stack gap="md">
      <Head title={words.title}>
        {!isOpen && may("resources:write") && (
          <Button
            leftSection={<CalendarOff size={16} aria-hidden />}
            onClick={() => setOpen(true)}
            disabled={!loaded.data}
          >
            {words.new}
          </Button>
        )}
      </Head>
      <ProblemNote error={loaded.error} again={() => void loaded.refetch()} />
      {loaded.isPending && <Skeleton h={280} />}
      {loaded.data && isOpen && <ClosureForm closable={loaded.data} close={() => setOpen(false)} />}
      {loaded.data && <List closable={loaded.data} />}
    </Stack>
  );
}

function List({ closable: { catalog, blocks } }: { readonly closable: Closable }) {
  const words = closureWords();
  const { timezone } = useSupplier();
  const products = new Map(catalog.products.map((product) => [product.id, product]));
  const rows = blocks.flatMap((block): Row[] => {
    const product = products.get(block.productId);
    return product ? [{ block, name: product.name, zone: product.timezone ?? timezone }] : [];
  });
  return (
    <RecordList
      title={words.coming}
      rows={rows}
      keyOf={({ block }) => block.id}
      empty={words.none}
      menu={may("resources:write") && ((row) => <OpenAgain {...row} />)}
      columns={[
        { title: words.product, cell: ({ name }) => name },
        { title: words.from, cell: ({ block, zone }) => timeWords(block.startAt, zone, true) },
        {
          title: words.until,
          cell: ({ block: { startAt, endAt }, zone }) =>
            // A departure is closed from its start for the shortest time.
            Date.parse(endAt) - Date.parse(startAt) <= 1
              ? words.oneDeparture
              : timeWords(endAt, zone, true),
        },
        { title: words.reason, cell: ({ block }) => block.note },
      ]}
    />
  );
}

interface Row {
  readonly block: AvailabilityBlock;
  readonly name: string;
  readonly zone: string;
}

function OpenAgain({ block, name, zone }: Row) {
  const words = closureWords();
  const [isEnding, setEnding] = useState(false);
  const changed = useSoldChanged();
  const from = timeWords(block.startAt, zone, true);
  const to = timeWords(block.endAt, zone, true);
  return (
    <>
      <RowMenu name={`${name}, ${from}`}>
        <Menu.Item leftSection={<LockOpen size={16} aria-hidden />} onClick={() => setEnding(true)}>
          {words.open}
        </Menu.Item>
      </RowMenu>
      <ConfirmModal
        isShown={isEnding}
        close={() => setEnding(false)}
        title={fill(words.openTitle, { name })}
        submit={words.doOpen}
        send={({ availabilityBlocks }) => availabilityBlocks.delete(block.id)}
        done={changed}
      >
        {fill(words.openHint, { from, to })}
      </ConfirmModal>
    </>
  );
}

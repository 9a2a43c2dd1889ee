/** The resources of a supplier: how much they hold, which options use them, and how full they are. */
import { Anchor, Box, Button, Progress, Stack, Text } from "@mantine/core";
import type { Resource } from "@slipway/client";
import Plus from "lucide-react/icons/plus";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { timeWords } from "../../../page/parts/time-words.ts";
import { loadResources } from "../../../page/screens/resources/load-resources.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { Head, RecordList } from "../../parts/record-list.tsx";
import { RecordModal } from "../../parts/record-modal.tsx";
import { useSold, useSoldChanged } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { ResourceMenu, resourceDraft, resourceFields } from "./resource-menu.tsx";
import { resourceWords } from "./texts.ts";

export function ResourcesPage() {
  const { id: supplierId } = useSupplier();
  const words = resourceWords();
  const rows = useSold(["resources", "use"], (slipway) => loadResources(slipway, supplierId));
  const [isMaking, make] = useState(false);
  const changed = useSoldChanged();
  const isWriter = may("resources:write");
  const add = isWriter && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => make(true)}>
      {words.add}
    </Button>
  );
  return (
    <Stack gap="md">
      <Head title={words.title}>{rows.data && rows.data.length > 0 && add}</Head>
      <List {...rows} again={() => void rows.refetch()} isWriter={isWriter} help={add} />
      <RecordModal
        isShown={isMaking}
        close={() => make(false)}
        title={words.add}
        first={resourceDraft()}
        fields={resourceFields()}
        send={({ resources }, draft) => resources.create({ supplierId, ...draft })}
        done={changed}
      />
    </Stack>
  );
}

type Row = Awaited<ReturnType<typeof loadResources>>[number];

interface ListGiven {
  readonly data: readonly Row[] | undefined;
  readonly error: unknown;
  readonly again: () => void;
  readonly isWriter: boolean;
  readonly help: ReactNode;
}

function List({ data, error, again, isWriter, help }: ListGiven) {
  const words = resourceWords();
  const titles = texts.resources;
  const { timezone } = useSupplier();
  return (
    <RecordList
      title={words.title}
      rows={data}
      error={error}
      again={again}
      help={help}
      keyOf={({ resource }) => resource.id}
      empty={words.empty}
      emptyHint={words.emptyHint}
      menu={isWriter && (({ resource }) => <ResourceMenu resource={resource} />)}
      columns={[
        {
          title: texts.day.name,
          cell: ({ resource: { id, name } }) => (
            <Anchor component={Link} inherit href={`/resources/${id}`}>
              {name}
            </Anchor>
          ),
        },
        { title: words.places, isNumber: true, cell: ({ resource }) => <Places of={resource} /> },
        {
          title: titles.usedBy,
          cell: ({ usedBy }) => usedBy.join("; ") || <span className="soft">{words.noUser}</span>,
        },
        { title: titles.ofWeek, cell: ({ ofWeek }) => <Share of={ofWeek} /> },
        { title: titles.ofMonth, cell: ({ ofMonth }) => <Share of={ofMonth} /> },
        {
          title: titles.peak,
          cell: ({ peak }) =>
            peak &&
            fill(words.peakOf, {
              places: peak.places,
              time: timeWords(peak.startAt, timezone, true),
            }),
        },
      ]}
    />
  );
}

function Places({ of: { quantity, capacityPerResource: each } }: { readonly of: Resource }) {
  return (
    <span>
      {quantity * each}
      <Text size="xs" className="soft">
        {fill(resourceWords().pool, { quantity, each })}
      </Text>
    </span>
  );
}

function Share({ of }: { readonly of: number | undefined }) {
  if (of === undefined) return <span className="soft">–</span>;
  const percent = Math.round(100 * of);
  return (
    <Box miw={90}>
      <Text size="sm" className="number">
        {percent} %
      </Text>
      <Progress size={4} value={percent} color={percent > 90 ? "red.7" : "tide.7"} aria-hidden />
    </Box>
  );
}

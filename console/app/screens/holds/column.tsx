/** A column of cards, and what is done with several of them at once. */
import {
  Badge,
  Box,
  Button,
  Card,
  Checkbox,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import type { Catalog } from "../../../page/catalog.ts";
import type { Waiting } from "../../../page/screens/holds/waiting.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { holdsTexts } from "./texts.ts";
import { type WaitingAction, WaitingCard } from "./waiting-card.tsx";

interface Given {
  readonly title: string;
  readonly hint?: string;
  readonly color: string;
  readonly rows: readonly Waiting[];
  readonly empty?: { readonly title: string; readonly hint: string };
  readonly catalogs: ReadonlyMap<string, Catalog> | undefined;
  readonly now: number;
  readonly actions: readonly WaitingAction[];
  readonly isWide?: boolean;
}

export function Column({ title, hint, color, rows, empty, actions, isWide, ...shared }: Given) {
  const words = holdsTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const several = rows.filter(({ booking }) => chosen.has(booking.id));
  const isAll = rows.length > 0 && several.length === rows.length;
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const act = (action: WaitingAction): void => {
    action.act(several);
    setChosen(new Set());
  };
  return (
    <Box component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" mih={36}>
        <Group gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Badge variant="light" color={rows.length > 0 ? color : "gray"} className="number">
            {rows.length}
          </Badge>
        </Group>
        {rows.length > 1 && actions.length > 0 && (
          <Checkbox
            size="xs"
            label={words.chooseAll}
            checked={isAll}
            indeterminate={!isAll && several.length > 0}
            onChange={() => setChosen(new Set(isAll ? [] : rows.map(({ booking }) => booking.id)))}
          />
        )}
      </Group>
      {hint !== undefined && (
        <Text size="sm" className="soft" mb="sm">
          {hint}
        </Text>
      )}
      {several.length > 1 && <Several count={several.length} actions={actions} act={act} />}
      {rows.length === 0 && empty && <Empty {...empty} />}
      <SimpleGrid cols={{ base: 1, ...(isWide ? { md: 2 } : {}) }} spacing="sm">
        {rows.map((row) => (
          <WaitingCard
            key={row.booking.id}
            row={row}
            actions={actions}
            isChosen={chosen.has(row.booking.id)}
            toggle={() => toggle(row.booking.id)}
            isAlone={isWide ?? false}
            {...shared}
          />
        ))}
      </SimpleGrid>
    </Box>
  );
}

function Empty({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <Card withBorder padding="lg">
      <Stack align="center" gap={6} py="md">
        <Text fw={600}>{title}</Text>
        <Text size="sm" className="soft" ta="center">
          {hint}
        </Text>
        <Button component={Link} href="/new" variant="default" size="xs" mt="xs">
          {holdsTexts().newBooking}
        </Button>
      </Stack>
    </Card>
  );
}

interface SeveralGiven extends Pick<Given, "actions"> {
  readonly count: number;
  readonly act: (action: WaitingAction) => void;
}

function Several({ count, actions, act }: SeveralGiven) {
  const words = holdsTexts();
  return (
    <Card withBorder padding="xs" mb="sm" className="several">
      <Group gap="xs">
        <Text size="sm" fw={600} className="number">
          {counted(count, words.chosen)}
        </Text>
        {actions.map((action) => (
          <Button
            key={action.name}
            size="xs"
            variant="default"
            aria-label={fill(texts.holds.several, {
              action: action.name,
              count,
            })}
            onClick={() => act(action)}
          >
            {action.name}
          </Button>
        ))}
      </Group>
    </Card>
  );
}

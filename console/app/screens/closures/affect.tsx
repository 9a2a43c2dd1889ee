/** Who is affected by a closure, what becomes of them, and what has become of them. */
import { Button, Group, Paper, Radio, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import type { AvailabilityBlock } from "@slipway/client";
import Lock from "lucide-react/icons/lock";
import { useRef, useState } from "react";
import { zoneOf } from "../../../page/catalog.ts";
import { paxOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { may } from "../../../page/session.ts";
import { counted } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { partWords } from "../../parts/texts.ts";
import { totalsOf } from "../../parts/totals.ts";
import { useSold, useSoldChanged } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { AffectedParties } from "./affected-parties.tsx";
import { type Block, dayBehind } from "./closure.ts";
import { type Affected, type Closable, loadAffected } from "./load-closures.ts";
import { Message } from "./message.tsx";
import { MoveTargets, type Targets } from "./move-targets.tsx";
import { Result } from "./result.tsx";
import { type Choice, makeBlocks } from "./run-closure.ts";
import { closureWords } from "./texts.ts";
import { useOutcomes } from "./use-outcomes.ts";

interface Given {
  readonly blocks: readonly Block[];
  readonly note: string;
  readonly closable: Closable;
  readonly done: () => void;
  readonly close: () => void;
}

export function Affect(given: Given) {
  const supplier = useSupplier();
  const spans = given.blocks.map(({ productId, startAt, endAt }) => ({
    productId,
    startAt,
    endAt,
  }));
  // The affected bookings stay while it is cancelled or moved.
  const [kept, keep] = useState<Affected>();
  const affected = useSold(
    ["affected", spans],
    (slipway) => loadAffected(slipway, supplier, given.blocks),
    kept === undefined,
  );
  const shown = kept ?? affected.data;
  return (
    <>
      <ProblemNote error={affected.error} again={() => void affected.refetch()} />
      {!shown && !affected.error && <Skeleton h={180} />}
      {shown && <Decide {...given} affected={shown} keep={() => keep(shown)} />}
    </>
  );
}

interface DecideGiven extends Given {
  readonly affected: Affected;
  readonly keep: () => void;
}

/** Closes first, so that nobody books meanwhile; then one booking after the other. */
function useClosing({ blocks, note, affected, keep, done }: DecideGiven) {
  const made = useRef<AvailabilityBlock[]>([]);
  const [isClosed, setClosed] = useState(false);
  const { outcomes = [], run: runEach, again } = useOutcomes(note);
  const { attempt, error, isBusy } = useAction();
  const changed = useSoldChanged();
  const run = async (choice: Choice, targets: Targets): Promise<void> => {
    keep();
    await makeBlocks(blocks, made.current);
    done();
    setClosed(true);
    const { bookings } = affected;
    if (choice === "cancel") await runEach(bookings);
    if (choice === "move")
      await runEach(
        bookings.filter(({ id }) => targets.has(id)),
        targets,
      );
  };
  return {
    isClosed,
    outcomes,
    again,
    error,
    isBusy,
    made,
    start: (choice: Choice, targets: Targets): void =>
      void attempt(() => run(choice, targets).finally(changed)),
  };
}

function Decide(given: DecideGiven) {
  const { affected, closable, blocks, note, close } = given;
  const words = closureWords();
  const closing = useClosing(given);
  const [choice, choose] = useState<Choice>("only");
  const [targets, setTargets] = useState<Targets>(new Map());
  const { bookings } = affected;
  if (closing.isClosed)
    return (
      <Result
        choice={choice}
        outcomes={closing.outcomes}
        again={closing.again}
        affected={affected}
        isBusy={closing.isBusy}
        error={closing.error}
        made={closing.made.current}
        note={note}
        close={close}
      />
    );
  return (
    <Stack gap="md">
      <Figures affected={affected} />
      {bookings.length > 0 && <AffectedParties bookings={bookings} catalog={closable.catalog} />}
      {bookings.length > 0 && <Choices choice={choice} choose={choose} />}
      {choice === "tell" && <Message bookings={bookings} note={note} />}
      {choice === "move" && (
        <MoveTargets
          bookings={bookings}
          blocks={blocks}
          catalog={closable.catalog}
          firstDay={dayBehind(blocks, zoneOf(closable.catalog, bookings[0]?.optionId ?? ""))}
          setTargets={setTargets}
        />
      )}
      <ProblemNote error={closing.error} />
      <Group justify="flex-end" className="step-bar">
        <Button variant="default" onClick={close} disabled={closing.isBusy}>
          {partWords().cancel}
        </Button>
        <Button
          // Only a cancellation cannot be taken back.
          color={choice === "cancel" ? "red" : undefined}
          leftSection={<Lock size={16} aria-hidden />}
          loading={closing.isBusy}
          disabled={choice === "move" && targets.size === 0}
          onClick={() => closing.start(choice, targets)}
        >
          {choice === "cancel" || choice === "move"
            ? counted(choice === "move" ? targets.size : bookings.length, words.submitEach[choice])
            : words.submit[choice]}
        </Button>
      </Group>
    </Stack>
  );
}

function Figures({ affected: { departureCount, bookings } }: { readonly affected: Affected }) {
  const words = closureWords();
  const guests = bookings.reduce((sum, booking) => sum + paxOf(booking), 0);
  const value = totalsOf(bookings).map((each) => moneyWords(each.retail, each));
  const figures = [
    [words.departures, String(departureCount)],
    [words.parties, String(bookings.length)],
    [words.guests, String(guests)],
    [words.value, value.join(" + ") || "–"],
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {figures.map(([label, figure]) => (
        <Paper key={label} withBorder p="sm" component="section" aria-label={label}>
          <Text size="xs" fw={500} className="soft">
            {label}
          </Text>
          <Text className="figure number">{figure}</Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

interface ChoicesGiven {
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
}

function Choices({ choice, choose }: ChoicesGiven) {
  const words = closureWords();
  const all: readonly Choice[] = may("bookings:write")
    ? ["only", "tell", "move", "cancel"]
    : ["only", "tell"];
  return (
    <Radio.Group
      label={words.whatNow}
      value={choice}
      onChange={(value) => choose(all.find((each) => each === value) ?? "only")}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={6}>
        {all.map((each) => (
          <Paper key={each} withBorder p="sm">
            <Radio value={each} label={words.choice[each]} description={words.choiceHint[each]} />
          </Paper>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

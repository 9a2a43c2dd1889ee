/** The end of each booking. One that has failed can be tried again. */
import { Button, Group, Table } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { useState } from "react";
import { nameOfBooking } from "../../../page/parts/booking-facts.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { problemInWords } from "../../../page/problem-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { BookingLink } from "../../parts/booking-link.tsx";
import { useSupplier } from "../../supplier.ts";
import type { Outcome } from "./run-closure.ts";
import { closureWords } from "./texts.ts";

interface Given {
  readonly outcomes: readonly Outcome[];
  readonly again: (outcome: Outcome) => Promise<void>;
}

export function Outcomes({ outcomes, again }: Given) {
  const words = closureWords();
  const { timezone } = useSupplier();
  const resultWords = ({ movedTo, error }: Outcome): string => {
    if (error !== undefined) return problemInWords(error, texts).sentence;
    return movedTo
      ? fill(words.movedTo, { time: timeWords(movedTo, timezone, true) })
      : words.isCancelled;
  };
  return (
    <Table.ScrollContainer minWidth={420} mah={320}>
      <Table aria-label={words.results} verticalSpacing={6}>
        <Table.Tbody>
          {outcomes.map((outcome) => (
            <Table.Tr key={outcome.booking.id}>
              <Table.Th scope="row" fw={600}>
                <BookingLink booking={outcome.booking}>
                  {nameOfBooking(outcome.booking)}
                </BookingLink>
              </Table.Th>
              <Table.Td>
                <Group gap={6} wrap="nowrap" className={outcome.error ? "danger" : undefined}>
                  {outcome.error ? (
                    <CircleX size={16} aria-hidden />
                  ) : (
                    <CircleCheck size={16} aria-hidden />
                  )}
                  {resultWords(outcome)}
                </Group>
              </Table.Td>
              <Table.Td className="end">
                {outcome.error !== undefined && <Again outcome={outcome} again={again} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Again({ outcome, again }: Pick<Given, "again"> & { readonly outcome: Outcome }) {
  const [isBusy, setBusy] = useState(false);
  const action = closureWords().again;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isBusy}
      aria-label={fill(texts.parts.actOn, { action, name: nameOfBooking(outcome.booking) })}
      onClick={() => {
        setBusy(true);
        void again(outcome).finally(() => setBusy(false));
      }}
    >
      {action}
    </Button>
  );
}

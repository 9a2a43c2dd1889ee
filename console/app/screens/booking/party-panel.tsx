/** How many come, changed: with the price as it is typed. */
import "@mantine/core/styles/NumberInput.css";
import { Button, Group, NumberInput, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Unit } from "@slipway/client";
import { zoneOf } from "../../../page/catalog.ts";
import { retiredUnitsOf } from "../../../page/parts/booking-facts.ts";
import { type Party, limitsOf } from "../../../page/parts/party.ts";
import { partyChangeOf, partyIn, wholeIn } from "../../../page/screens/booking/party-change.ts";
import { useQuotes } from "../../../page/screens/booking/use-quotes.ts";
import { useVersion } from "../../../page/screens/booking/use-version.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { OthersChanges } from "./change-list.tsx";
import { Panel } from "./panel.tsx";
import type { PanelGiven } from "./panel-given.ts";
import { PriceChoice } from "./price-choice.tsx";
import { bookingTexts } from "./texts.ts";

export function PartyPanel(given: PanelGiven) {
  const { optionId } = given.part.booking;
  const { data, error, refetch } = useQuery({
    queryKey: ["option", optionId],
    queryFn: ({ signal }) => ask(({ options }) => options.get(optionId), signal),
  });
  if (data) return <PartyForm {...given} units={data.units} />;
  return error ? <ProblemNote error={error} again={() => void refetch()} /> : <Skeleton h={180} />;
}

function PartyForm({ part, level, close, units }: PanelGiven & { units: readonly Unit[] }) {
  const { booking, catalog, done } = part;
  const words = texts.booking;
  const version = useVersion(booking);
  const { act, error, isBusy } = useAction();
  const [party, setParty] = useState<Party>(() => partyIn(booking));
  // As it opened, like the party: another may change the booking meanwhile.
  const [whole] = useState(() => wholeIn(booking));
  const [retired] = useState(() => retiredUnitsOf(booking, units));
  const wholes = whole.map(({ resourceId: id, name }) => ({
    id,
    name: fill(words.wholeOf, { name }),
    restrictions: {},
  }));
  const change = partyChangeOf(party, whole);
  const unsaved = useUnsaved();
  const quotes = useQuotes(version, change.unitItems.length > 0 ? change : undefined);
  const save = (): void =>
    void act(
      (slipway) =>
        version.attempt(slipway, ({ id, updatedAt }) =>
          slipway.bookings.update(id, { expectedUpdatedAt: updatedAt, ...change }),
        ),
      (changed) => {
        unsaved.clear();
        close();
        done(words.changed, changed);
      },
    );
  return (
    <Panel
      title={bookingTexts().changeParty}
      level={level}
      close={close}
      submit={
        <Button loading={isBusy} disabled={!quotes.data?.fresh} onClick={save}>
          {texts.parts.save}
        </Button>
      }
    >
      <Group gap="md">
        {[...units, ...retired, ...wholes].map((unit) => (
          <NumberInput
            key={unit.id}
            label={unit.name}
            w={130}
            min={0}
            max={limitsOf(unit).max}
            allowDecimal={false}
            value={party[unit.id] ?? 0}
            onChange={(count) => {
              unsaved.touch();
              setParty({ ...party, [unit.id]: Number(count) || 0 });
            }}
          />
        ))}
      </Group>
      <PriceChoice booking={version.read} quotes={quotes} />
      <OthersChanges
        changes={version.others}
        of={[booking]}
        zone={zoneOf(catalog, booking.optionId)}
      />
      <ProblemNote error={error} />
    </Panel>
  );
}

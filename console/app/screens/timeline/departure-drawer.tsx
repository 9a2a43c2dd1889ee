/** The departure of a bar, over the timeline. */
import { Drawer } from "@mantine/core";
import { useState } from "react";
import type { DaySheet } from "../../../page/screens/day/load-day.ts";
import { DepartureCard } from "../day/departure-card.tsx";
import { MoveParty, type Moving } from "../day/move-party.tsx";
import { dayTexts } from "../day/texts.ts";

interface Given {
  readonly day: DaySheet;
  /** Null: none is open. */
  readonly openKey: string | null;
  readonly close: () => void;
  readonly reload: () => void;
}

export function DepartureDrawer({ day, openKey, close, reload }: Given) {
  const [moving, setMoving] = useState<Moving>();
  const opened = day.departures.find(({ key }) => key === openKey);
  return (
    <>
      <Drawer
        opened={opened !== undefined}
        onClose={close}
        position="right"
        size="min(44rem, 100%)"
        title={dayTexts().departure}
      >
        {opened && (
          <DepartureCard
            key={opened.key}
            departure={opened}
            catalog={day.catalog}
            others={day.departures.filter(
              ({ optionId, key }) => optionId === opened.optionId && key !== opened.key,
            )}
            move={setMoving}
            reload={reload}
            isAlone
          />
        )}
      </Drawer>
      {moving && <MoveParty {...moving} close={() => setMoving(undefined)} done={reload} />}
    </>
  );
}

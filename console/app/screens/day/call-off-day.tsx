/** The button that calls off all departures of a day that have not left yet, as in a storm. */
import { ActionIcon, Modal, Skeleton } from "@mantine/core";
import CloudOff from "lucide-react/icons/cloud-off";
import { Suspense, lazy, useState } from "react";
import type { Catalog } from "../../../page/catalog.ts";
import { dateWords } from "../../../page/parts/time-words.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { mayBeCalledOff } from "./call-off-all.ts";
import { dayTexts } from "./texts.ts";

/** With the parts of closures: few days need them. */
const CallOff = lazy(async () => ({ default: (await import("./call-off.tsx")).CallOff }));

interface Given {
  readonly date: string;
  readonly departures: readonly Departure[];
  readonly catalog: Catalog;
  readonly done: () => void;
}

export function CallOffDay({ date, departures, catalog, done }: Given) {
  const words = dayTexts();
  /** Departures that were there when it was opened: they are shown on while they are called off. */
  const [keys, setKeys] = useState<ReadonlySet<string>>();
  const close = (): void => setKeys(undefined);
  const running = departures.filter((each) => mayBeCalledOff(each, Date.now()));
  if (!may("resources:write")) return null;
  const day = dateWords(date, { weekday: "long", day: "numeric", month: "long" });
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={words.callOffDay}
        title={words.callOffDay}
        // One alone has a button of its own.
        disabled={running.length < 2}
        onClick={() => setKeys(new Set(running.map(({ key }) => key)))}
      >
        <CloudOff size={18} />
      </ActionIcon>
      <Modal
        opened={keys !== undefined}
        onClose={close}
        title={fill(words.callOffDayTitle, { day })}
        size="xl"
      >
        <Suspense fallback={<Skeleton h={180} />}>
          <CallOff
            departures={departures.filter(({ key }) => keys?.has(key))}
            catalog={catalog}
            close={close}
            done={done}
          />
        </Suspense>
      </Modal>
    </>
  );
}

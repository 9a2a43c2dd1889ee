/** The menu of a whole day: it is printed or, as in a storm, all departures that have not left yet are called off. */
import { Menu, Modal, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import CloudOff from "lucide-react/icons/cloud-off";
import Printer from "lucide-react/icons/printer";
import { Suspense, lazy, useState } from "react";
import type { Catalog } from "../../../page/catalog.ts";
import { dateWords } from "../../../page/parts/time-words.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { RowMenu } from "../../parts/row-menu.tsx";
import { mayBeCalledOff } from "./call-off-all.ts";
import { PrintDay } from "./print-day.tsx";
import { dayTexts } from "./texts.ts";

/** With the parts of closures: few days need them. */
const CallOff = lazy(async () => ({ default: (await import("./call-off.tsx")).CallOff }));

interface Given {
  readonly date: string;
  readonly departures: readonly Departure[];
  /** Undefined: it is being loaded. */
  readonly catalog: Catalog | undefined;
  readonly done: () => void;
}

export function DayMenu({ date, departures, catalog, done }: Given) {
  const words = dayTexts();
  const [isPrinting, printing] = useDisclosure();
  /** Departures that were there when it was opened: they are shown on while they are called off. */
  const [keys, setKeys] = useState<ReadonlySet<string>>();
  const close = (): void => setKeys(undefined);
  const sold = departures.filter(({ bookings }) => bookings.length > 0);
  const running = departures.filter((each) => mayBeCalledOff(each, Date.now()));
  const day = dateWords(date, { weekday: "long", day: "numeric", month: "long" });
  return (
    <>
      <RowMenu name={day} isOfPage>
        <Menu.Item
          leftSection={<Printer size={16} aria-hidden />}
          disabled={sold.length === 0}
          onClick={printing.open}
        >
          {words.print}
        </Menu.Item>
        {may("resources:write") && (
          <>
            <Menu.Divider />
            <Menu.Item
              className="danger"
              leftSection={<CloudOff size={16} aria-hidden />}
              // One alone has a menu of its own.
              disabled={running.length < 2}
              onClick={() => setKeys(new Set(running.map(({ key }) => key)))}
            >
              {words.callOffDay}
            </Menu.Item>
          </>
        )}
      </RowMenu>
      <PrintDay date={date} sold={sold} isShown={isPrinting} close={printing.close} />
      <Modal
        opened={keys !== undefined}
        onClose={close}
        title={fill(words.callOffDayTitle, { day })}
        size="xl"
      >
        <Suspense fallback={<Skeleton h={180} />}>
          {catalog && (
            <CallOff
              departures={departures.filter(({ key }) => keys?.has(key))}
              catalog={catalog}
              close={close}
              done={done}
            />
          )}
        </Suspense>
      </Modal>
    </>
  );
}

/** The menu of a departure: it is called off, or sold again. */
import { Menu, Modal, Skeleton } from "@mantine/core";
import CloudOff from "lucide-react/icons/cloud-off";
import Sun from "lucide-react/icons/sun";
import { Suspense, lazy, useState } from "react";
import { timeWords } from "../../../page/parts/time-words.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { ConfirmModal } from "../../parts/confirm-modal.tsx";
import { RowMenu } from "../../parts/row-menu.tsx";
import type { ToCallOff } from "./call-off.tsx";
import { dayTexts } from "./texts.ts";

/** With the parts of closures: few days need them. */
const CallOff = lazy(async () => ({ default: (await import("./call-off.tsx")).CallOff }));

interface Given extends Pick<ToCallOff, "catalog" | "done"> {
  readonly departure: Departure;
}

export function Runs({ departure, catalog, done }: Given) {
  const { entry, startAt, timezone, sold, optionId } = departure;
  const words = dayTexts();
  const [asked, ask] = useState<"callOff" | "reopen">();
  const close = (): void => ask(undefined);
  if (!entry || !may("resources:write")) return null;
  const isOff = entry.runs === "CALLED_OFF";
  const names = { product: sold?.product.name ?? "", time: timeWords(startAt, timezone, true) };
  return (
    <>
      <RowMenu name={`${timeWords(startAt, timezone)} ${names.product}`} isOfPage>
        <Menu.Item
          className={isOff ? undefined : "danger"}
          leftSection={isOff ? <Sun size={16} aria-hidden /> : <CloudOff size={16} aria-hidden />}
          onClick={() => ask(isOff ? "reopen" : "callOff")}
        >
          {isOff ? words.reopen : words.callOff}
        </Menu.Item>
      </RowMenu>
      <Modal
        opened={asked === "callOff"}
        onClose={close}
        title={isOff ? `${names.product}, ${names.time}` : fill(words.callOffTitle, names)}
        size="xl"
      >
        <Suspense fallback={<Skeleton h={180} />}>
          <CallOff departures={[departure]} catalog={catalog} close={close} done={done} />
        </Suspense>
      </Modal>
      <ConfirmModal
        isShown={asked === "reopen"}
        close={close}
        title={fill(words.reopenTitle, names)}
        submit={words.reopen}
        send={({ departures }) => departures.reopen({ optionId, startAt })}
        done={done}
      >
        {words.reopenHint}
      </ConfirmModal>
    </>
  );
}

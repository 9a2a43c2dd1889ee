/** Ends a booking with a reason: says what is lost, and can be taken back for a moment. */
import { Autocomplete, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { zoneOf } from "../../../page/catalog.ts";
import { paxOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { type Decision, decide } from "../../../page/screens/holds/decisions.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { lastRejections } from "../../parts/last-reasons.ts";
import { Panel } from "./panel.tsx";
import type { PanelGiven } from "./panel-given.ts";
import { RefundFields } from "./refund-fields.tsx";
import { bookingTexts } from "./texts.ts";

export function EndPanel({
  kind,
  part: { booking, catalog },
  level,
  close,
}: PanelGiven & { readonly kind: "cancel" | "reject" }) {
  const words = bookingTexts();
  const [typed, setTyped] = useState("");
  const [forced, setForced] = useState<Decision["forced"]>();
  const unsaved = useUnsaved();
  const used = useQuery(lastRejections);
  const reason = typed.trim() === "" ? undefined : typed.trim();
  const zone = zoneOf(catalog, booking.optionId);
  const time = timeWords(booking.startAt, zone, true);
  const price = booking.pricingSnapshot;
  return (
    <Panel
      title={counted(paxOf(booking), texts.booking.end[kind], { time })}
      level={level}
      close={close}
      submit={
        <Button
          color="red"
          onClick={() => {
            unsaved.clear();
            close();
            if (kind === "reject") decide("reject", [booking], reason);
            else decide("release", [booking], reason, forced);
          }}
        >
          {texts.booking.action[kind]}
        </Button>
      }
    >
      <Text size="sm">{counted(paxOf(booking), words.lost, { time })}</Text>
      {kind === "cancel" && (
        <RefundFields booking={booking} zone={zone} forced={forced} change={setForced} />
      )}
      {kind === "reject" && price && (
        <Text size="sm">
          {fill(words.paidBack, { amount: moneyWords(price.retail, price), percent: 100 })}
        </Text>
      )}
      <Autocomplete
        label={texts.holds.reason}
        description={texts.holds.reasonHint}
        maxLength={1_000}
        data={used.data ?? []}
        value={typed}
        onChange={(text) => {
          unsaved.touch();
          setTyped(text);
        }}
      />
    </Panel>
  );
}

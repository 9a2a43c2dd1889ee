/** Screen 3, second half: all of one booking, and what can be done with it. */
import { useRef, useState } from "preact/hooks";
import { zoneOf } from "../../catalog.ts";
import { nameOfBooking } from "../../parts/booking-facts.ts";
import { IfLoaded } from "../../parts/loaded.tsx";
import type { Params } from "../../route.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { useChanges } from "../../use-changes.ts";
import { useLoad } from "../../use-load.ts";
import { Actions } from "./actions.tsx";
import { Details } from "./details.tsx";
import { Header } from "./header.tsx";
import { type OpenedBooking, type Part, loadBooking } from "./load-booking.ts";
import { Move } from "./move.tsx";
import { Party } from "./party.tsx";
import { Places } from "./places.tsx";
import { Timeline } from "./timeline.tsx";
import { BookingDeliveries } from "./booking-deliveries.tsx";

export const bookingScreen: Screen = {
  paths: ["/bookings/{id}"],
  scopes: ["bookings:read"],
  title: ({ booking }) => booking.title,
  hasOwnHeading: true,
  isHidden: true,
  View: BookingScreen,
};

function BookingScreen({ params }: { params: Params }) {
  const id = params["id"] ?? "";
  const loaded = useLoad(id, (slipway) => loadBooking(slipway, id));
  useChanges({ since: loaded.data?.since }, (changed) => {
    if (changed.some((booking) => booking.id === id)) loaded.reload();
  });
  return (
    <>
      {!loaded.data && <h1>{texts.booking.title}</h1>}
      <IfLoaded loaded={loaded}>
        {(opened) => <Opened key={id} opened={opened} reload={loaded.reload} />}
      </IfLoaded>
    </>
  );
}

function Opened({ opened, reload }: { opened: OpenedBooking; reload: () => void }) {
  const { catalog, aheadMs } = opened;
  const [changed, setChanged] = useState(opened.booking);
  // The booking in the answer to a change stands until a later version is read.
  const booking = changed.updatedAt > opened.booking.updatedAt ? changed : opened.booking;
  const [sentence, setSentence] = useState("");
  const said = useRef<HTMLOutputElement>(null);
  const done: Part["done"] = (news, after) => {
    setSentence(news);
    setChanged(after);
    // The button that was pressed may be gone with the state that had it.
    said.current?.focus();
    reload();
  };
  const part: Part = { booking, catalog, aheadMs, done };
  const isLive = ["ON_HOLD", "PENDING", "CONFIRMED"].includes(booking.status);
  const mayMove = may("bookings:write") && may("availability:read") && catalog !== undefined;
  return (
    <>
      <h1>{nameOfBooking(booking)}</h1>
      <output ref={said} tabIndex={-1} class={sentence === "" ? "" : "decisions"}>
        {sentence}
      </output>
      <Header booking={booking} catalog={catalog} />
      {may("bookings:write") && isLive && <Actions {...part} />}
      {isLive && mayMove && <Move {...part} />}
      <Party {...part} isLive={isLive} />
      <Places booking={booking} />
      <Details {...part} />
      {may("audit:read") && <Timeline booking={booking} zone={zoneOf(catalog, booking.optionId)} />}
      <BookingDeliveries booking={booking} />
    </>
  );
}

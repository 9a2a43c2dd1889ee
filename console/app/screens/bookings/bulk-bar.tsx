/** Actions on the bookings that are chosen, in reach at the bottom. */
import { Affix, Button, Group, Modal, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { LucideIcon } from "lucide-react";
import Ban from "lucide-react/icons/ban";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Download from "lucide-react/icons/download";
import Mail from "lucide-react/icons/mail";
import type { Booking } from "@slipway/client";
import type { Catalog } from "../../../page/catalog.ts";
import { emailsOf, liveStatuses, paxOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { decide } from "../../../page/screens/holds/decisions.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted } from "../../../page/texts/texts.ts";
import { totalsOf } from "../../parts/totals.ts";
import { MessageGuests } from "../day/message-guests.tsx";
import { MoveBookings } from "./move-bookings.tsx";
import { bookingsTexts } from "./texts.ts";

interface Given {
  readonly bookings: readonly Booking[];
  /** Undefined: not loaded yet. */
  readonly catalog: Catalog | undefined;
  readonly clear: () => void;
  readonly save: () => void;
}

export function BulkBar({ bookings, catalog, clear, save }: Given) {
  const words = bookingsTexts();
  const [isWriting, message] = useDisclosure();
  const [isCancelling, cancel] = useDisclosure();
  const [isMoving, move] = useDisclosure();
  const live = bookings.filter(({ status }) => liveStatuses.split(",").includes(status));
  const emails = emailsOf(bookings);
  return (
    <>
      {bookings.length > 0 && (
        <Affix position={{ bottom: 12, left: "50%" }} zIndex={150} className="bulk">
          <Paper
            withBorder
            shadow="md"
            p="xs"
            radius="lg"
            component="section"
            aria-label={counted(bookings.length, words.chosen)}
          >
            <Group gap="xs" justify="center">
              <Text size="sm" fw={600} px="xs" className="number">
                {counted(bookings.length, words.chosen)}
              </Text>
              <BarButton
                label={words.message}
                Icon={Mail}
                isOff={emails.length === 0}
                act={message.open}
              />
              <BarButton label={words.export} Icon={Download} act={save} />
              {may("bookings:write") && (
                <>
                  <BarButton
                    label={words.move}
                    Icon={CalendarClock}
                    isOff={live.length === 0 || !catalog}
                    act={move.open}
                  />
                  <BarButton label={words.cancel} Icon={Ban} isDanger act={cancel.open} />
                </>
              )}
              <Button size="xs" variant="subtle" color="gray" className="view" onClick={clear}>
                {words.clear}
              </Button>
            </Group>
          </Paper>
        </Affix>
      )}
      <MessageGuests
        isShown={isWriting}
        close={message.close}
        emails={emails}
        subject={words.subject}
      />
      {isMoving && catalog && <MoveBookings bookings={live} catalog={catalog} close={move.close} />}
      <Cancel bookings={bookings} isShown={isCancelling} close={cancel.close} done={clear} />
    </>
  );
}

interface ButtonGiven {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isOff?: boolean;
  readonly isDanger?: boolean;
  readonly act: () => void;
}

function BarButton({ label, Icon, isOff = false, isDanger = false, act }: ButtonGiven) {
  return (
    <Button
      size="xs"
      variant={isDanger ? "light" : "default"}
      color={isDanger ? "red" : undefined}
      disabled={isOff}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={act}
    >
      {label}
    </Button>
  );
}

interface CancelGiven extends Pick<Given, "bookings"> {
  readonly isShown: boolean;
  readonly close: () => void;
  readonly done: () => void;
}

function Cancel({ bookings, isShown, close, done }: CancelGiven) {
  const words = bookingsTexts();
  const live = bookings.filter(({ status }) => liveStatuses.split(",").includes(status));
  const guests = live.reduce((sum, each) => sum + paxOf(each), 0);
  const totals = totalsOf(live).map((each) => moneyWords(each.retail, each));
  const ended = bookings.length - live.length;
  return (
    <Modal opened={isShown} onClose={close} title={counted(live.length, words.cancelTitle)}>
      <Stack>
        <Text size="sm">
          {fill(words.cancelHint, {
            guests: counted(guests, words.guests),
            total: totals.join(" + ") || "0",
          })}
        </Text>
        {ended > 0 && (
          <Text size="sm" className="soft">
            {counted(ended, words.notLive)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.keep}
          </Button>
          <Button
            color="red"
            disabled={live.length === 0}
            onClick={() => {
              decide("release", live);
              close();
              done();
            }}
          >
            {words.doCancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Who, in which state, and what can be done now. */
import { Anchor, Button, Group, Menu, Text, Title } from "@mantine/core";
import Ban from "lucide-react/icons/ban";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import Hourglass from "lucide-react/icons/hourglass";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { calledOf, paxOf } from "../../../page/parts/booking-facts.ts";
import { extendedMinutes } from "../../../page/parts/hold-time.ts";
import { type ActionKind, actionsOf } from "../../../page/screens/booking/booking-actions.ts";
import type { Part } from "../../../page/screens/booking/load-booking.ts";
import { decide, isDecided } from "../../../page/screens/holds/decisions.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import type { Change, Level } from "./panel-given.ts";
import { bookingTexts } from "./texts.ts";

interface Given {
  readonly part: Part;
  readonly level: Level;
  readonly change: Change | undefined;
  readonly begin: (change: Change) => void;
}

export function BookingHeader({ part, level, change, begin }: Given) {
  const { booking } = part;
  const { called, below } = calledOf(booking);
  const isLive = ["ON_HOLD", "PENDING", "CONFIRMED"].includes(booking.status);
  const mayAct = may("bookings:write") && isLive && !isDecided(booking) && !change;
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={level} size="h2">
            {called}
          </Title>
          <Text size="sm" className="soft">
            {below && (
              <>
                <Text span ff="monospace" inherit>
                  {below}
                </Text>{" "}
                ·{" "}
              </>
            )}
            {counted(paxOf(booking), bookingTexts().guests)}
            {level === 3 && (
              <>
                {" "}
                ·{" "}
                <Anchor
                  component={Link}
                  href={`/bookings/${booking.id}`}
                  inherit
                  underline="always"
                >
                  {bookingTexts().asPage}
                </Anchor>
              </>
            )}
          </Text>
        </div>
        <StatusBadge status={booking.status} />
      </Group>
      {mayAct && <Acts part={part} begin={begin} />}
    </>
  );
}

function Acts({ part, begin }: Pick<Given, "part" | "begin">) {
  const { booking, catalog, aheadMs, done } = part;
  const { id, optionId } = booking;
  const words = bookingTexts();
  const { act, error, isBusy } = useAction();
  const kinds = actionsOf(booking, catalog?.options.get(optionId));
  const send = (kind: "confirm" | "approve" | "extend"): void =>
    void act(
      ({ bookings }) => {
        if (kind === "approve") return bookings.approve(id);
        if (kind === "confirm") return bookings.confirm(id);
        const expirationMinutes = extendedMinutes(booking, Date.now() + aheadMs);
        return bookings.extend(id, { expirationMinutes });
      },
      (changed) => done(fill(texts.booking.now, { status: texts.status[changed.status] }), changed),
    );
  const looks = {
    confirm: { label: words.toConfirm, variant: "filled", Icon: Check },
    approve: { label: words.approve, variant: "filled", Icon: Check },
    extend: { label: words.extend, variant: "default", Icon: Hourglass },
  } as const;
  const isOne = (kind: ActionKind): kind is keyof typeof looks => kind in looks;
  return (
    <>
      <ProblemNote error={error} />
      <Group gap="xs" className="acts">
        {kinds.map(({ kind, leadsTo }) => {
          if (!isOne(kind)) return null;
          const { label, variant, Icon } = looks[kind];
          return (
            <Button
              key={kind}
              variant={variant}
              loading={isBusy}
              leftSection={<Icon size={16} aria-hidden />}
              title={fill(words.leadsTo, { status: texts.status[leadsTo] })}
              onClick={() => send(kind)}
            >
              {label}
            </Button>
          );
        })}
        {may("availability:read") && catalog !== undefined && (
          <Button
            variant="default"
            leftSection={<CalendarClock size={16} aria-hidden />}
            onClick={() => begin("move")}
          >
            {words.reschedule}
          </Button>
        )}
        <EndMenu
          mayReject={kinds.some(({ kind }) => kind === "reject")}
          part={part}
          begin={begin}
        />
      </Group>
    </>
  );
}

interface EndGiven extends Pick<Given, "part" | "begin"> {
  readonly mayReject: boolean;
}

function EndMenu({ mayReject, part, begin }: EndGiven): ReactNode {
  const words = bookingTexts();
  const icon = <Ban size={16} aria-hidden />;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
          {words.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className="danger"
          leftSection={icon}
          onClick={() => decide("release", [part.booking])}
        >
          {words.cancelNow}
        </Menu.Item>
        <Menu.Item className="danger" leftSection={icon} onClick={() => begin("cancel")}>
          {words.cancelBecause}
        </Menu.Item>
        {mayReject && (
          <Menu.Item className="danger" leftSection={icon} onClick={() => begin("reject")}>
            {words.reject}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Who has booked, how to reach them, and the notes. */
import { Anchor, Button, Text } from "@mantine/core";
import Pencil from "lucide-react/icons/pencil";
import type { ReactNode } from "react";
import { customerFields } from "../../../page/screens/booking/customer-fields.ts";
import { fieldName } from "../../../page/screens/booking/change-words.ts";
import type { Part } from "../../../page/screens/booking/load-booking.ts";
import { may } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import type { Change, Level } from "./panel-given.ts";
import { Section } from "./section.tsx";
import { bookingTexts } from "./texts.ts";

interface Given {
  readonly part: Part;
  readonly level: Level;
  readonly begin: (change: Change) => void;
}

export function GuestCard({ part: { booking }, level, begin }: Given) {
  const words = bookingTexts();
  const { customer, notes } = booking;
  return (
    <Section
      title={words.guest}
      level={level}
      aside={
        may("bookings:write") && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Pencil size={14} aria-hidden />}
            onClick={() => begin("details")}
          >
            {words.changeDetails}
          </Button>
        )
      }
    >
      <dl className="facts">
        {customerFields(customer)
          .filter(({ value }) => value !== "")
          .map(({ key, type, value }) => (
            <div key={key}>
              <dt>{fieldName(`customer.${key}`) ?? key}</dt>
              <dd>{linked(type, value)}</dd>
            </div>
          ))}
      </dl>
      <Text size="xs" className="soft" mt="sm">
        {texts.day.notes}
      </Text>
      <Text size="sm" className={notes ? "notes" : "soft"}>
        {notes ?? words.noNotes}
      </Text>
    </Section>
  );
}

function linked(type: "text" | "email" | "tel", value: string): ReactNode {
  if (type === "text") return value;
  const href = type === "email" ? `mailto:${value}` : `tel:${value.replaceAll(/[^+\d]/g, "")}`;
  return (
    <Anchor href={href} inherit>
      {value}
    </Anchor>
  );
}

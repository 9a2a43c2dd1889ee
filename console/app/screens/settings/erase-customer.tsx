/** Erases a customer for good: by the e-mail address, or in one booking. */
import { Button, Group, Select, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { bookingIdIn } from "../../../page/booking-names.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted } from "../../../page/texts/texts.ts";
import { Section } from "./section.tsx";
import { settingsTexts } from "./texts.ts";
import { useConfirm } from "./use-confirm.tsx";

export function EraseCustomer() {
  const { company: words } = settingsTexts();
  const [by, setBy] = useState("email");
  const [typed, setTyped] = useState("");
  const { confirm, dialog } = useConfirm();
  const isByEmail = by === "email";
  const bookingId = idIn(typed);
  const isWrong = !isByEmail && typed.trim() !== "" && bookingId === undefined;
  const ask = (): void => {
    const given = isByEmail ? { emailAddress: typed.trim() } : { bookingId };
    confirm({
      title: words.eraseTitle,
      hint: fill(words.eraseOf, { what: typed.trim() }),
      action: words.eraseNow,
      isDanger: true,
      async act({ customers }) {
        const { bookings } = await customers.erase(given);
        notifications.show({ color: "green", message: counted(bookings, words.erased) });
        setTyped("");
      },
    });
  };
  return (
    <Section title={words.erase} hint={words.eraseHint}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isByEmail || bookingId !== undefined) ask();
        }}
      >
        <Group align="flex-end" gap="xs">
          <Select
            aria-label={words.eraseBy}
            value={by}
            allowDeselect={false}
            w={180}
            onChange={(next) => {
              setBy(next ?? by);
              setTyped("");
            }}
            data={[
              { value: "email", label: words.byEmail },
              { value: "booking", label: words.byBooking },
            ]}
          />
          <TextInput
            aria-label={isByEmail ? words.byEmail : words.booking}
            placeholder={isByEmail ? "guest@example.com" : words.booking}
            type={isByEmail ? "email" : "text"}
            required
            flex="1 1 16rem"
            autoComplete="off"
            value={typed}
            error={isWrong && words.noId}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" color="red" variant="light">
            {words.doErase}
          </Button>
        </Group>
      </form>
      {dialog}
    </Section>
  );
}

/** The id itself, or the one in an address. */
function idIn(typed: string): string | undefined {
  return typed.trim().split(/[/?#]/).map(bookingIdIn).find(Boolean);
}

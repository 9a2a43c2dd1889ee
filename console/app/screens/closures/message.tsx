/** A message to the guests of a closure, by the user's own mail program: Slipway sends none. */
import { Button, CopyButton, Group, Stack, Text, Textarea } from "@mantine/core";
import type { Booking } from "@slipway/client";
import Copy from "lucide-react/icons/copy";
import Send from "lucide-react/icons/send";
import { useState } from "react";
import { customerOf, emailsOf } from "../../../page/parts/booking-facts.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useSupplier } from "../../supplier.ts";
import { closureWords } from "./texts.ts";

interface Given {
  readonly bookings: readonly Booking[];
  /** Why, in the operator's own words. */
  readonly note: string;
}

export function Message({ bookings, note }: Given) {
  const words = closureWords();
  const { name } = useSupplier();
  const [typed, setText] = useState<string>();
  const text = typed ?? fill(words.template, { reason: note || words.noReason, name });
  const emails = emailsOf(bookings);
  const byPhone = bookings.map(customerOf).filter(({ email }) => email === "");
  // No guest sees the address of another one.
  const mail = `mailto:?bcc=${emails.map(encodeURIComponent).join(",")}&subject=${encodeURIComponent(name)}&body=${encodeURIComponent(text)}`;
  const copy = (label: string, value: string) => (
    <CopyButton value={value} timeout={5_000}>
      {({ copied, copy: take }) => (
        <Button variant="default" leftSection={<Copy size={16} aria-hidden />} onClick={take}>
          {copied ? texts.parts.copied : label}
        </Button>
      )}
    </CopyButton>
  );
  return (
    <Stack gap="sm">
      <Textarea
        label={words.message}
        autosize
        minRows={4}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Textarea
        label={counted(emails.length, words.emails)}
        readOnly
        autosize
        maxRows={4}
        value={emails.join(", ")}
      />
      {byPhone.length > 0 && (
        <Text size="sm">
          {words.byPhone}{" "}
          {byPhone.map(({ name: guest, phone }) => `${guest} ${phone}`.trim()).join("; ")}
        </Text>
      )}
      <Group>
        {/* Only pages of TLS or of this machine have a clipboard. */}
        {navigator.clipboard && copy(words.copyText, text)}
        {navigator.clipboard && copy(words.copyEmails, emails.join(", "))}
        <Button
          component="a"
          href={mail}
          variant="default"
          leftSection={<Send size={16} aria-hidden />}
        >
          {words.toMail}
        </Button>
      </Group>
    </Stack>
  );
}

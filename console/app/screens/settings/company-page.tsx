/** The tenant: currency, the rule for the second factor, and the erasure of a customer. */
import { Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ask, findMe, may, me } from "../../../page/session.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { EraseCustomer } from "./erase-customer.tsx";
import { Section } from "./section.tsx";
import { settingsTexts } from "./texts.ts";
import { useConfirm } from "./use-confirm.tsx";
import { Head } from "../../parts/record-list.tsx";

export function CompanyPage() {
  const { company: words } = settingsTexts();
  return (
    <Stack gap="lg" maw={960}>
      <Head title={words.title} hint={me.value?.tenant.name} />
      <Currency />
      <SecondFactorRule />
      {may("bookings:write") && may("audit:read") && <EraseCustomer />}
    </Stack>
  );
}

function Currency() {
  const { company: words, saved } = settingsTexts();
  const current = me.value?.tenant.defaultCurrency ?? "";
  const [currency, setCurrency] = useState(current);
  const save = useMutation({
    mutationFn: async () => {
      await ask((slipway) => slipway.me.updateTenant({ defaultCurrency: currency }));
      await findMe();
    },
    onSuccess: () => notifications.show({ color: "green", message: saved }),
  });
  return (
    <Section title={words.currency} hint={words.currencyHint}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Group align="flex-end" gap="xs">
          <TextInput
            aria-label={words.currency}
            w={110}
            required
            pattern="[A-Z]{3}"
            maxLength={3}
            readOnly={!may("catalog:write")}
            value={currency}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value.toUpperCase())}
          />
          {may("catalog:write") && (
            <Button
              type="submit"
              variant="default"
              loading={save.isPending}
              disabled={currency === current}
            >
              {words.setCurrency}
            </Button>
          )}
        </Group>
      </form>
      <ProblemNote error={save.error} />
    </Section>
  );
}

/** Who lacks a second factor has a duty from then on, the viewer too: the frame leads to it. */
function SecondFactorRule() {
  const { company: words, saved } = settingsTexts();
  const { confirm, dialog } = useConfirm();
  const required = me.value?.tenant.secondFactorRequired ?? false;
  const next = required ? "off" : "on";
  return (
    <Section title={words.security}>
      <Switch
        label={words.rule}
        description={words.ruleHint}
        classNames={{ description: "soft" }}
        checked={required}
        disabled={!may("users:write")}
        onChange={() =>
          confirm({
            title: words.ruleTitle[next],
            hint: required ? words.ruleOff : words.ruleHint,
            action: words.doRule[next],
            act: async (slipway) => {
              await slipway.me.setSecondFactorRule({ required: !required });
              await findMe();
            },
            said: saved,
          })
        }
      />
      {dialog}
    </Section>
  );
}

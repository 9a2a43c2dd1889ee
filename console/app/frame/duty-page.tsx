/** The page for a duty that a user must fulfil after the log-in and before anything else. */
import { Button, Text } from "@mantine/core";
import type { Me } from "@slipway/client";
import { logOut, replacePassword } from "../../page/session.ts";
import { texts } from "../../page/texts/texts.ts";
import { mayLeave } from "../../page/unsaved.ts";
import { PasswordForm } from "../parts/password-form.tsx";
import { FactorSteps } from "../screens/settings/factor-steps.tsx";
import { LogInCard } from "./log-in-card.tsx";

export function DutyPage({ duty }: { readonly duty: Me["duty"] }) {
  const { setup, secondFactor } = texts.access;
  const isPassword = duty === "CHANGE_PASSWORD";
  return (
    <LogInCard title={isPassword ? setup.own : secondFactor.title}>
      <Text size="sm">{isPassword ? setup.ownHint : secondFactor.needed}</Text>
      {isPassword ? (
        <PasswordForm asksCurrent submit={setup.submit} send={replacePassword} />
      ) : (
        <FactorSteps leave={() => mayLeave() && location.reload()} />
      )}
      <Button variant="subtle" onClick={() => void logOut()}>
        {texts.logIn.otherUser}
      </Button>
    </LogInCard>
  );
}

/** The user's second factor: set up or replaced with an app, removed with a code. */
import { Badge, Button, Group, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ask, may, me } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { mayLeave } from "../../../page/unsaved.ts";
import { FactorSteps, Proof } from "./factor-steps.tsx";
import { Section } from "./section.tsx";
import { settingsTexts } from "./texts.ts";

export function SecondFactor() {
  const { account: words } = settingsTexts();
  const { secondFactor: old } = texts.access;
  const [isAdding, adding] = useDisclosure();
  const [isRemoving, removing] = useDisclosure();
  const queries = useQueryClient();
  const has = useOwnFactor();
  const changed = (): void => void queries.invalidateQueries({ queryKey: ["users"] });
  return (
    <Section title={old.title} hint={old.hint}>
      <Group gap="xs">
        {has !== undefined && (
          <Badge variant="light" color={has ? "green" : "gray"}>
            {has ? words.factorOn : words.factorOff}
          </Badge>
        )}
        <Button variant="default" onClick={adding.open}>
          {has === false ? words.add : words.replace}
        </Button>
        {has !== false && (
          <Button variant="subtle" color="red" onClick={removing.open}>
            {words.removeFactor}
          </Button>
        )}
      </Group>
      {isAdding && <AddFactor close={adding.close} done={changed} />}
      {isRemoving && <RemoveFactor close={removing.close} done={changed} />}
    </Section>
  );
}

/** Only the list of users says it; undefined for a viewer who may not read that. */
function useOwnFactor(): boolean | undefined {
  const { data } = useQuery({
    queryKey: ["users"],
    queryFn: ({ signal }) => ask((slipway) => slipway.users.list(), signal),
    enabled: may("users:read"),
  });
  const own = data?.find(({ id }) => id === me.value?.user?.id);
  return own && own.secondFactorAt !== null;
}

interface Given {
  readonly close: () => void;
  readonly done: () => void;
}

function AddFactor({ close, done }: Given) {
  const leave = (): void => void (mayLeave() && close());
  return (
    <Modal opened onClose={leave} title={texts.access.secondFactor.title}>
      <FactorSteps added={done} leave={leave} />
    </Modal>
  );
}

function RemoveFactor({ close, done }: Given) {
  const { account: words } = settingsTexts();
  return (
    <Modal opened onClose={close} title={words.removeFactor}>
      <Proof
        submit={words.removeFactor}
        isDanger
        send={(proof) => ask(({ users }) => users.removeSecondFactor(proof, { maxRetries: 0 }))}
        done={() => {
          notifications.show({ color: "green", message: words.factorRemoved });
          close();
          done();
        }}
      >
        {words.removeFactorHint}
      </Proof>
    </Modal>
  );
}

/** Invites a person, or changes one. */
import { TextInput } from "@mantine/core";
import type { TenantUser } from "@slipway/client";
import { useState } from "react";
import { changedMembers } from "../../../page/parts/changed-members.ts";
import { sellerScopes } from "../../../page/screens/access/scopes.ts";
import { may } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { FormModal } from "./form-modal.tsx";
import { ScopeChoice } from "./scope-choice.tsx";
import { settingsTexts } from "./texts.ts";

interface Given {
  /** Absent: another one. */
  readonly user?: TenantUser;
  /** For a user who has no password yet it makes another link. */
  readonly isInvitation: boolean;
  readonly close: () => void;
  /** Gets the token of the invitation, where there is one. */
  readonly done: (setupToken?: string) => void;
}

export function PersonForm({ user, isInvitation, close, done }: Given) {
  const words = texts.access.users;
  const [first] = useState({
    name: user?.name ?? "",
    email: user?.email ?? "",
    scopes: [...(user?.scopes ?? sellerScopes.filter(may))],
  });
  const [draft, setDraft] = useState(first);
  const change = (part: Partial<typeof first>): void => setDraft({ ...draft, ...part });
  const title = user ? `${isInvitation ? words.newLink : words.change}: ${user.name}` : "";
  return (
    <FormModal
      title={title || settingsTexts().people.invite}
      submit={isInvitation ? words.makeLink : texts.parts.save}
      size="lg"
      close={close}
      send={async ({ users }) => {
        if (isInvitation) return (await users.invite(draft)).setupToken;
        const { name, scopes } = changedMembers(first, draft);
        await users.update(user?.id ?? "", { name, scopes });
        return undefined;
      }}
      done={done}
    >
      <TextInput
        label={settingsTexts().name}
        required
        maxLength={1_000}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label={texts.day.email}
        type="email"
        required
        readOnly={user !== undefined}
        value={draft.email}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
      />
      <ScopeChoice scopes={draft.scopes} choose={(scopes) => change({ scopes })} />
    </FormModal>
  );
}

/** Invites a user, or changes one. */
import { useState } from "preact/hooks";
import type { TenantUser } from "@slipway/client";
import { changedMembers } from "../../parts/changed-members.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import { roles, singlesOf } from "./scopes.ts";

/** With a user who has no password yet, `invite` makes another link. */
export type FormOf =
  | { readonly does: "invite"; readonly user?: TenantUser }
  | { readonly does: "change"; readonly user: TenantUser };

interface Given {
  readonly form: FormOf;
  /** With the token of an invitation. */
  readonly done: (setupToken: string | undefined) => void;
  readonly close: () => void;
}

export function UserForm({ form: { does, user }, done, close }: Given) {
  const [name, setName] = useState(user?.name ?? "");
  const [email, setEmail] = useState(user?.email ?? "");
  const [scopes, setScopes] = useState<readonly string[]>(
    user?.scopes ?? singlesOf(roles.seller).filter(may),
  );
  const [opened] = useState({ name, scopes });
  const words = texts.value.access.users;
  return (
    <FormDialog
      title={words[does]}
      submit={does === "invite" ? words.makeLink : texts.value.parts.save}
      send={async ({ users }): Promise<string | undefined> => {
        if (does === "invite")
          return (await users.invite({ name, email, scopes: [...scopes] })).setupToken;
        await users.update(user.id, changedMembers(opened, { name, scopes }));
        return undefined;
      }}
      done={done}
      close={close}
    >
      <Field
        label={words.name}
        type="text"
        required
        value={name}
        onInput={setName}
        maxLength={1_000}
      />
      <Field
        label={words.email}
        type="email"
        required
        readOnly={user !== undefined}
        value={email}
        onInput={setEmail}
      />
      <ScopeChoice scopes={scopes} choose={setScopes} />
    </FormDialog>
  );
}

/** Invites a user, or changes one. */
import type { TenantUser } from "@slipway/client";
import { RecordButton, type RecordField } from "../../parts/record-button.tsx";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import { sellerScopes } from "./scopes.ts";

interface Given {
  /** Absent: another one. */
  readonly user?: TenantUser;
  /** Gets the token of the invitation. */
  readonly done: (setupToken: string) => void;
}

/** For a user who has no password yet it makes another link. */
export function InviteButton({ user, done }: Given) {
  const words = texts.access.users;
  return (
    <RecordButton
      label={user ? words.newLink : words.invite}
      name={user?.name}
      submit={words.makeLink}
      isMain={!user}
      first={draftOf(user)}
      fields={fieldsOf(user)}
      send={({ users }, draft) => users.invite(draft)}
      done={({ setupToken }) => done(setupToken)}
    >
      {scopesOf}
    </RecordButton>
  );
}

export function ChangeButton({ user, done }: { user: TenantUser; done: () => void }) {
  return (
    <RecordButton
      label={texts.access.users.change}
      name={user.name}
      first={draftOf(user)}
      fields={fieldsOf(user)}
      send={({ users }, _, changed) => users.update(user.id, changed)}
      done={done}
    >
      {scopesOf}
    </RecordButton>
  );
}

type Draft = Pick<TenantUser, "name" | "email" | "scopes">;

function draftOf(user: TenantUser | undefined): Draft {
  const { name = "", email = "", scopes = sellerScopes.filter(may) } = user ?? {};
  return { name, email, scopes };
}

function fieldsOf(user: TenantUser | undefined): RecordField<Draft>[] {
  return [
    { name: "name", label: texts.day.name },
    { name: "email", label: texts.day.email, type: "email", readOnly: user !== undefined },
  ];
}

function scopesOf({ scopes }: Draft, change: (part: Partial<Draft>) => void) {
  return <ScopeChoice scopes={scopes} choose={(chosen) => change({ scopes: chosen })} />;
}

/** Screen 10: who may log in, and what each may do. */
import { useState } from "preact/hooks";
import type { TenantUser } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { MainButton } from "../../parts/main-button.tsx";
import { ShowOnce } from "../../parts/show-once.tsx";
import { timeWords, viewerZone } from "../../parts/zoned-time.tsx";
import { hrefOf } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { ScopeList } from "./scope-choice.tsx";
import { type FormOf, UserForm } from "./user-form.tsx";

export const usersScreen: Screen = {
  paths: ["/access/users"],
  scopes: ["users:read"],
  group: "access",
  title: ({ access }) => access.users.title,
  View: UsersScreen,
};

function UsersScreen() {
  const users = useLoad("users", (slipway, signal) => slipway.users.list({ signal }));
  const [form, setForm] = useState<FormOf>();
  const [link, setLink] = useState<string>();
  const words = texts.value.access.users;
  const isWriter = may("users:write");
  return (
    <>
      <h1>{words.title}</h1>
      <MainButton
        scope="users:write"
        label={words.invite}
        open={() => setForm({ does: "invite" })}
      />
      <IfLoaded loaded={users}>
        {(rows) => (
          <DataList
            caption={words.title}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: words.name, cell: ({ name }) => name },
              { title: words.email, cell: ({ email }) => email },
              {
                title: texts.value.access.scopes,
                cell: ({ scopes }) => <ScopeList scopes={scopes} />,
              },
              { title: words.state, cell: stateWords },
              ...(isWriter
                ? [
                    {
                      title: words.change,
                      cell: (user: TenantUser) => (
                        <UserActions user={user} open={setForm} reload={users.reload} />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </IfLoaded>
      {form && (
        <UserForm
          form={form}
          close={() => setForm(undefined)}
          done={(setupToken) => {
            if (setupToken !== undefined)
              setLink(`${location.origin}${hrefOf("/setup")}#${setupToken}`);
            users.reload();
          }}
        />
      )}
      {link !== undefined && (
        <ShowOnce
          title={words.linkTitle}
          label={words.link}
          hint={words.linkHint}
          text={link}
          close={() => setLink(undefined)}
        />
      )}
    </>
  );
}

function stateWords({ disabledAt, passwordChangedAt, setupExpiresAt }: TenantUser): string {
  const words = texts.value.access.users;
  if (disabledAt !== null) return words.disabled;
  if (passwordChangedAt !== null) return words.active;
  // By this computer's clock: the server decides when the link is used.
  if (setupExpiresAt === null || Date.parse(setupExpiresAt) < Date.now()) return words.linkOver;
  return fill(words.invited, { time: timeWords(setupExpiresAt, viewerZone, true) });
}

interface Given {
  readonly user: TenantUser;
  readonly open: (form: FormOf) => void;
  readonly reload: () => void;
}

function UserActions({ user, open, reload }: Given) {
  const words = texts.value.access.users;
  const { id, name, disabledAt, passwordChangedAt } = user;
  const isDisabled = disabledAt !== null;
  const named = (action: string): string => fill(texts.value.parts.actOn, { action, name });
  return (
    <span class="row-actions">
      <button
        type="button"
        aria-label={named(words.change)}
        onClick={() => open({ does: "change", user })}
      >
        {words.change}
      </button>
      {passwordChangedAt === null && !isDisabled && (
        <button
          type="button"
          aria-label={named(words.newLink)}
          onClick={() => open({ does: "invite", user })}
        >
          {words.newLink}
        </button>
      )}
      <ConfirmButton
        label={isDisabled ? words.enable : words.disable}
        name={name}
        act={({ users }) => users.update(id, { disabled: !isDisabled })}
        done={reload}
      >
        {isDisabled ? words.enableHint : words.disableHint}
      </ConfirmButton>
    </span>
  );
}

/** Screen 10: who may log in, and what each may do. */
import { useState } from "preact/hooks";
import type { TenantUser } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ShowOnce } from "../../parts/show-once.tsx";
import { timeWords, viewerZone } from "../../parts/zoned-time.tsx";
import { hrefOf } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { ScopeList } from "./scope-choice.tsx";
import { ChangeButton, InviteButton } from "./user-form.tsx";

export const usersScreen: Screen = {
  paths: ["/access/users"],
  scopes: ["users:read"],
  group: "access",
  title: ({ access }) => access.users.title,
  View: UsersScreen,
};

function UsersScreen() {
  const users = useLoad("users", (slipway) => slipway.users.list());
  const [link, setLink] = useState<string>();
  const words = texts.access.users;
  const isWriter = may("users:write");
  const invited = (setupToken: string): void => {
    setLink(`${location.origin}${hrefOf("/setup")}#${setupToken}`);
    users.reload();
  };
  return (
    <>
      {isWriter && (
        <p class="controls">
          <InviteButton done={invited} />
        </p>
      )}
      <IfLoaded loaded={users}>
        {(rows) => (
          <DataList
            caption={words.title}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: texts.day.name, cell: ({ name }) => name },
              { title: texts.day.email, cell: ({ email }) => email },
              {
                title: texts.access.scopes,
                cell: ({ scopes }) => <ScopeList scopes={scopes} />,
              },
              { title: texts.access.endpoint.state, cell: stateWords },
              ...(isWriter
                ? [
                    {
                      title: words.change,
                      cell: (user: TenantUser) => (
                        <UserActions user={user} invited={invited} reload={users.reload} />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </IfLoaded>
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
  const words = texts.access.users;
  if (disabledAt !== null) return words.disabled;
  if (passwordChangedAt !== null) return words.active;
  // By this computer's clock: the server decides when the link is used.
  if (setupExpiresAt === null || Date.parse(setupExpiresAt) < Date.now()) return words.linkOver;
  return fill(words.invited, { time: timeWords(setupExpiresAt, viewerZone, true) });
}

interface Given {
  readonly user: TenantUser;
  readonly invited: (setupToken: string) => void;
  readonly reload: () => void;
}

function UserActions({ user, invited, reload }: Given) {
  const words = texts.access.users;
  const { id, name, disabledAt, passwordChangedAt } = user;
  const isDisabled = disabledAt !== null;
  return (
    <span class="row-actions">
      <ChangeButton user={user} done={reload} />
      {passwordChangedAt === null && !isDisabled && <InviteButton user={user} done={invited} />}
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

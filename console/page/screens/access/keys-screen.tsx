/** Screen 10: the keys by which programs reach the API. */
import { useState } from "preact/hooks";
import type { ApiKey } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { ShowOnce } from "../../parts/show-once.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ZonedTime, viewerZone } from "../../parts/zoned-time.tsx";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { NewKey } from "./new-key.tsx";
import { scopeWords } from "./scopes.ts";

export const keysScreen: Screen = {
  paths: ["/access/keys"],
  scopes: ["api-keys:read"],
  group: "access",
  title: ({ access }) => access.keys.title,
  View: KeysScreen,
};

function KeysScreen() {
  const keys = useLoad("keys", ({ apiKeys }, signal) => apiKeys.list({ signal }));
  const [shown, setShown] = useState<string>();
  const words = texts.value.access.keys;
  const isWriter = may("api-keys:write");
  return (
    <>
      <h1>{words.title}</h1>
      {isWriter && (
        <NewKey
          done={({ key }) => {
            setShown(key);
            keys.reload();
          }}
        />
      )}
      <IfLoaded loaded={keys}>
        {(rows) => (
          <DataList
            caption={words.title}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: words.name, cell: ({ name }) => name },
              { title: words.prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
              { title: texts.value.access.scopes, cell: mayWords },
              {
                title: words.lastUse,
                cell: ({ lastUsedAt: at }) =>
                  at ? <ZonedTime at={at} zone={viewerZone} withDay /> : words.neverUsed,
              },
              ...(isWriter ? [{ title: words.revoke, cell: revokeOf }] : []),
            ]}
          />
        )}
      </IfLoaded>
      {shown !== undefined && (
        <ShowOnce
          title={words.shownTitle}
          label={words.key}
          hint={words.shownHint}
          text={shown}
          close={() => setShown(undefined)}
        />
      )}
    </>
  );

  function revokeOf({ id, name }: ApiKey) {
    return (
      <ConfirmButton
        label={words.revoke}
        name={name}
        act={({ apiKeys }) => apiKeys.delete(id)}
        done={keys.reload}
      >
        {words.revokeHint}
      </ConfirmButton>
    );
  }
}

/** With what it is held to. */
function mayWords({ scopes, restrictions, channelConnectionId }: ApiKey): string {
  const { access } = texts.value;
  if (channelConnectionId !== null) return access.keys.ofChannel;
  return [
    ...scopeWords(scopes, access),
    ...(restrictions.supplierId === null ? [] : [access.keys.oneSupplier]),
    ...(restrictions.overrides ? [] : [access.keys.noOverrides]),
  ].join("; ");
}

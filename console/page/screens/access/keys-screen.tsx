/** Screen 10: the keys by which programs reach the API. */
import { useState } from "preact/hooks";
import type { ApiKey, ChannelConnection, IssuedApiKey } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { ShowOnce } from "../../parts/show-once.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ViewerTime } from "../../parts/zoned-time.tsx";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { ChannelKey } from "./channel-key.tsx";
import { NewKey } from "./new-key.tsx";
import { scopeWords } from "./scopes.ts";

export const keysScreen: Screen = {
  paths: ["/access/keys"],
  scopes: ["api-keys:read"],
  group: "access",
  title: ({ access }) => access.keys.title,
  View: () => <Keys />,
};

/** Keys of a channel, or all keys; for users who may see them. */
export function Keys({ channel }: { channel?: ChannelConnection }) {
  const keys = useLoad("keys", ({ apiKeys }) => apiKeys.list());
  const [shown, setShown] = useState<string>();
  const words = texts.access.keys;
  const isWriter = may("api-keys:write");
  const issued = ({ key }: IssuedApiKey): void => {
    setShown(key);
    keys.reload();
  };
  return (
    <>
      {isWriter &&
        (channel ? <ChannelKey channel={channel} done={issued} /> : <NewKey done={issued} />)}
      <IfLoaded loaded={keys}>
        {(rows) => (
          <DataList
            caption={words.title}
            rows={rows.filter((key) => !channel || key.channelConnectionId === channel.id)}
            keyOf={({ id }) => id}
            columns={[
              { title: texts.day.name, cell: ({ name }) => name },
              { title: words.prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
              { title: texts.access.scopes, cell: mayWords },
              {
                title: words.lastUse,
                cell: ({ lastUsedAt: at }) => (at ? <ViewerTime at={at} /> : words.neverUsed),
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
  const { access } = texts;
  if (channelConnectionId !== null) return access.keys.ofChannel;
  return [
    ...scopeWords(scopes, access),
    ...(restrictions.supplierId === null ? [] : [access.keys.oneSupplier]),
    ...(restrictions.overrides ? [] : [access.keys.noOverrides]),
  ].join("; ");
}

/** Screen 10: one channel: what can be done with it, what it has sent, and what it was sent. */
import type { ChannelConnection } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import type { Params } from "../../route.ts";
import { go, hrefOf } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { ChannelEvents } from "./channel-events.tsx";
import { ChannelJobs } from "./channel-jobs.tsx";
import { Proven } from "./endpoint-words.tsx";
import { Keys } from "./keys-screen.tsx";
import { SecretButtons } from "./secret-buttons.tsx";

export const channelScreen: Screen = {
  paths: ["/access/channels/{id}"],
  scopes: ["sync:read"],
  group: "access",
  isHidden: true,
  title: ({ access }) => access.channels.one,
  hasOwnHeading: true,
  View: ChannelScreen,
};

function ChannelScreen({ params: { id = "" } }: { params: Params }) {
  const channel = useLoad(id, ({ channels }) => channels.get(id));
  const { channels: words, endpoint } = texts.access;
  return (
    <IfLoaded loaded={channel}>
      {(shown) => (
        <>
          <h1>{shown.name}</h1>
          <p>
            {fill(words.stateOf, {
              state: endpoint.states[shown.status],
              code: shown.code,
              url: shown.endpointUrl ?? endpoint.none,
            })}
          </p>
          <Proven at={shown.originProvenAt} />
          {may("sync:write") && <Actions channel={shown} reload={channel.reload} />}
          {may("api-keys:read") && (
            <>
              <h2>{words.keys}</h2>
              <Keys channel={shown} />
            </>
          )}
          <ChannelEvents channelConnectionId={id} />
          <ChannelJobs channelConnectionId={id} />
        </>
      )}
    </IfLoaded>
  );
}

function Actions({ channel, reload }: { channel: ChannelConnection; reload: () => void }) {
  const { channels: words, endpoint } = texts.access;
  const { id, name, status } = channel;
  const next = status === "ACTIVE" ? "DISABLED" : "ACTIVE";
  return (
    <div class="controls">
      <ConfirmButton
        label={endpoint.turn[next]}
        name={name}
        act={({ channels }) => channels.update(id, { status: next })}
        done={reload}
      >
        {words.turnHint[next]}
      </ConfirmButton>
      <SecretButtons
        name={name}
        read={({ channels }) => channels.getSecret(id)}
        replace={({ channels }) => channels.rotateSecret(id)}
      />
      <ConfirmButton
        label={endpoint.remove}
        name={name}
        act={({ channels }) => channels.delete(id)}
        done={() => go(hrefOf("/access/channels"))}
      >
        {words.removeHint}
      </ConfirmButton>
    </div>
  );
}

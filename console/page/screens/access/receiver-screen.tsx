/** Screen 10: one receiver: what can be done with it, and what was sent to it. */
import type { WebhookSubscription } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import type { Params } from "../../route.ts";
import { go, hrefOf, query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useAction } from "../../use-action.ts";
import { useLoad } from "../../use-load.ts";
import { Deliveries } from "./deliveries.tsx";
import { Proven, attemptWords, failureWords } from "./endpoint-words.tsx";
import { receiverState } from "./receivers-screen.tsx";
import { SecretButtons } from "./secret-buttons.tsx";
import { useState } from "preact/hooks";

export const receiverScreen: Screen = {
  paths: ["/access/receivers/{id}"],
  scopes: ["bookings:read"],
  group: "access",
  isHidden: true,
  title: ({ access }) => access.receivers.one,
  View: ReceiverScreen,
};

function ReceiverScreen({ params: { id = "" } }: { params: Params }) {
  const receiver = useLoad(id, ({ webhooks }) => webhooks.getSubscription(id));
  const { receivers: words } = texts.access;
  const warning = query.value.get("warning");
  return (
    <>
      {warning !== null && (
        <p class="problem">{fill(words.warning, { reason: failureWords(warning) })}</p>
      )}
      <IfLoaded loaded={receiver}>
        {(shown) => (
          <>
            <p>{shown.url}</p>
            <p>
              {fill(words.stateOf, {
                state: receiverState(shown),
                failures: shown.consecutiveFailures,
              })}
            </p>
            <Proven at={shown.originProvenAt} />
            {may("bookings:write") && <Actions receiver={shown} reload={receiver.reload} />}
            <Deliveries subscriptionId={id} />
          </>
        )}
      </IfLoaded>
    </>
  );
}

function Actions({ receiver, reload }: { receiver: WebhookSubscription; reload: () => void }) {
  const { receivers: words, endpoint } = texts.access;
  const { id, url, status } = receiver;
  const next = status === "ACTIVE" ? "DISABLED" : "ACTIVE";
  return (
    <>
      <div class="controls">
        <ConfirmButton
          label={endpoint.turn[next]}
          name={url}
          act={({ webhooks }) => webhooks.updateSubscription(id, { status: next })}
          done={reload}
        >
          {words.turnHint[next]}
        </ConfirmButton>
        <SecretButtons
          name={url}
          read={({ webhooks }) => webhooks.getSecret(id)}
          replace={({ webhooks }) => webhooks.rotateSecret(id)}
        />
        <ConfirmButton
          label={endpoint.remove}
          name={url}
          act={({ webhooks }) => webhooks.deleteSubscription(id)}
          done={() => go(hrefOf("/access/receivers"))}
        >
          {words.removeHint}
        </ConfirmButton>
      </div>
      <Test id={id} />
    </>
  );
}

/** One attempt with made-up data, and what the receiver answered. */
function Test({ id }: { id: string }) {
  const [answer, setAnswer] = useState("");
  const { act, error, isBusy } = useAction();
  const words = texts.access.receivers;
  return (
    <div class="controls">
      <button
        type="button"
        disabled={isBusy}
        onClick={() => {
          setAnswer("");
          void act(
            ({ webhooks }) => webhooks.testSubscription(id),
            ({ attempts }) => {
              const last = attempts.at(-1);
              setAnswer(last ? attemptWords(last) : words.testPending);
            },
          );
        }}
      >
        {words.test}
      </button>
      <output>{answer}</output>
      <ProblemNote error={error} />
    </div>
  );
}

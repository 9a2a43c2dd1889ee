/** Screen 10: the user's own log-ins and password. */
import type { Session } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ViewerTime, timeWords, viewerZone } from "../../parts/zoned-time.tsx";
import type { Screen } from "../../screen.ts";
import { ask, logOut } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";

export const sessionsScreen: Screen = {
  paths: ["/access/sessions"],
  group: "access",
  title: ({ access }) => access.sessions.title,
  View: SessionsScreen,
};

function SessionsScreen() {
  const sessions = useLoad("sessions", ({ users }) => users.listOwnSessions());
  const words = texts.access.sessions;
  const end = (session: Session) => (
    <ConfirmButton
      label={words.end}
      name={`${words.logIn}, ${timeWords(session.createdAt, viewerZone, true)}`}
      act={({ users }) => (session.current ? logOut() : users.deleteOwnSession(session.id))}
      done={sessions.reload}
    >
      {session.current ? words.endThis : words.endHint}
    </ConfirmButton>
  );
  return (
    <>
      <IfLoaded loaded={sessions}>
        {(rows) => (
          <DataList
            caption={words.sessions}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: words.began,
                cell: ({ createdAt, current }) => (
                  <>
                    <ViewerTime at={createdAt} /> {current && <strong>{words.current}</strong>}
                  </>
                ),
              },
              {
                title: texts.access.keys.lastUse,
                cell: ({ lastUsedAt }) => <ViewerTime at={lastUsedAt} />,
              },
              { title: words.end, cell: end },
            ]}
          />
        )}
      </IfLoaded>
      <h2>{words.password}</h2>
      <p>{words.passwordHint}</p>
      <PasswordForm
        asksCurrent
        submit={words.change}
        send={(given) => ask(({ users }) => users.setOwnPassword(given))}
        // All sessions of the user have ended.
        done={() => location.assign("/console")}
      />
      <h2>{texts.access.secondFactor.title}</h2>
      <SecondFactorForm done={() => location.assign("/console")} />
    </>
  );
}

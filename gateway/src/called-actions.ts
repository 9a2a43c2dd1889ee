/** The actions that the gateway calls, by the table of routes: NATS lets it call no other. */
import { auth, sync } from "@slipway/contracts";
import { ownerContracts } from "./caller/find-owner.ts";
import type { Route } from "./route/route.ts";
import { calendarActions } from "./files/calendar-answer.ts";
import { octoRoutes } from "./octo/octo-routes.ts";
import { publicPhotoActions } from "./files/public-photo.ts";
import { singleSignOnActions } from "./files/single-sign-on.ts";
import { routes } from "./routes/routes.ts";

export const identifying = auth.identify.name;

export const calledActions: ReadonlySet<string> = new Set([
  identifying,
  // Called for the channel of a channel's key.
  sync.getChannel.name,
  ...[
    ...[...routes, ...octoRoutes].flatMap(contractsOf),
    ...ownerContracts,
    ...calendarActions,
    ...publicPhotoActions,
    ...singleSignOnActions,
  ].map(({ name }) => name),
]);

function contractsOf({ contract, composed, raw, pages, changes }: Route): Route["contract"][] {
  const called = composed?.of ?? raw?.of ?? pages?.of ?? [contract];
  return changes ? [...called, changes] : [...called];
}

/** Names of those who made a change, where the viewer may read the names of users and keys. */
import type { AuditLog } from "@slipway/client";
import { may, me } from "./session.ts";
import { fill } from "./texts/fill.ts";
import { texts } from "./texts/texts.ts";
import { useLoad } from "./use-load.ts";

/** @param unknown in place of the kind of actor, where there is no name. */
type ActorName = (
  entry: Pick<AuditLog, "actorType" | "actorId" | "source">,
  unknown?: string,
) => string;

/** Until the names have come, and for users and keys that are gone, it says only what kind of actor it was. */
export function useActorNames(): ActorName {
  const users = useLoad(may("users:read") ? "users" : undefined, (slipway) => slipway.users.list());
  const keys = useLoad(may("api-keys:read") ? "keys" : undefined, ({ apiKeys }) => apiKeys.list());
  // A viewer who may not read other names knows their own.
  const user = me.value?.user;
  const names = new Map(
    [user ?? [], users.data ?? [], keys.data ?? []].flat().map(({ id, name }) => [id, name]),
  );
  const words = texts.parts.actor;
  return ({ actorType, actorId, source }, unknown = words[actorType]) => {
    if (actorType === "SYSTEM") return words.SYSTEM;
    const who = names.get(actorId ?? "") ?? unknown;
    const isChannel = !["api/v1", "cli", "system"].includes(source);
    return isChannel ? fill(words.of, { who, source }) : who;
  };
}

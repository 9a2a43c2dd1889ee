/**
 * The subjects of the bus. Each begins with the role of its sender, and NATS lets a user publish under its own
 * role alone. So the server guarantees the sender of a message. A request says in its subject which action it
 * calls.
 *
 *     MOL-slipway.from.bookings.all.INFO                        to every node
 *     MOL-slipway.from.bookings.to.RES.gateway.pod-1            to one node
 *     MOL-slipway.from.bookings.call.audit.appendEntries.audit.pod-2    a request
 *     MOL-slipway.from.bookings.holders                         heartbeats
 *     MOL-slipway.there.audit.pod-2                             whether a node is there
 *     MOL-slipway.back.bookings.pod-3.…                         what could not be delivered
 */

/** The role of a node in NATS: the first word of its id, such as bookings, or auth+catalog for a node of two services. */
export function roleOf(nodeId: string): string {
  const end = nodeId.indexOf(".");
  return end < 0 ? nodeId : nodeId.slice(0, end);
}

/** How every subject of an installation begins. */
export function prefixOf(namespace: string): string {
  return namespace === "" ? "MOL" : `MOL-${namespace}`;
}

export function subjectsOf(prefix: string, nodeId: string) {
  const own = `${prefix}.from.${roleOf(nodeId)}`;
  return {
    toAll: (command: string) => `${own}.all.${command}`,
    to: (command: string, target: string) => `${own}.to.${command}.${target}`,
    call: (action: string, target: string) => `${own}.call.${action}.${target}`,
    holders: `${own}.holders`,
    /** Answered by the server, with "no responders", where that node is gone. */
    there: (target: string) => `${prefix}.there.${target}`,
    /** Where what could not be delivered comes back. */
    back: `${prefix}.back.${nodeId}`,
  };
}

export type Subjects = ReturnType<typeof subjectsOf>;

/** The subject by which a node hears a command of any sender: to every node, or to the node of this id. */
export function heardSubject(prefix: string, command: string, nodeId: string | undefined): string {
  if (nodeId === undefined) return `${prefix}.from.*.all.${command}`;
  if (command === "REQ") return `${prefix}.from.*.call.*.*.${nodeId}`;
  return `${prefix}.from.*.to.${command}.${nodeId}`;
}

/** Where holders of facts are heard of. */
export function heardHolders(prefix: string): string {
  return `${prefix}.from.*.holders`;
}

export function senderOfSubject(subject: string): string {
  return subject.split(".", 3)[2] ?? "";
}

export function actionOfSubject(subject: string): string {
  const [, , , , service = "", action = ""] = subject.split(".", 6);
  return `${service}.${action}`;
}

/** The subjects that NATS lets the user of a role publish and hear. @param actions that nodes of this role call */
export function permissionsOf(prefix: string, role: string, actions: readonly string[]) {
  const own = `${prefix}.from.${role}`;
  return {
    publish: [
      `${own}.all.*`,
      `${own}.to.*.>`,
      `${own}.holders`,
      ...actions.toSorted().map((action) => `${own}.call.${action}.>`),
      `${prefix}.there.>`,
    ],
    subscribe: [
      `${prefix}.from.*.all.*`,
      `${prefix}.from.*.to.*.${role}.>`,
      `${prefix}.from.*.call.*.*.${role}.>`,
      `${prefix}.from.*.holders`,
      `${prefix}.there.${role}.>`,
      `${prefix}.back.${role}.>`,
    ],
  };
}

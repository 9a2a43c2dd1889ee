/** Whether a packet is what the server says of its sender. */
import { isRole, partsOfRole } from "@slipway/contracts";
import { actionOfSubject, roleOf, senderOfSubject } from "./subjects.ts";

export interface Payload {
  readonly sender: string;
  readonly id?: string;
  readonly action?: string;
  readonly services?: readonly Offered[];
  headers?: Record<string | symbol, unknown>;
}

interface Offered {
  readonly name: string;
  readonly fullName?: string;
  readonly actions?: Readonly<Record<string, { readonly name?: string } | undefined>>;
}

interface Receiver {
  readonly nodeId: string;
  /** The node that a request was sent to; undefined of one that is not waited for. */
  asked(requestId: string): string | undefined;
}

/**
 * Whether a packet may be believed. Its sender is of the role that has published it, and a request is of the
 * action that its subject names. An answer is of the node that was asked. A node offers only the services of its
 * role and their actions. An event is of a node of the same service.
 */
export function isGenuine(
  command: string,
  subject: string,
  payload: Payload,
  receiver: Receiver,
): boolean {
  const role = senderOfSubject(subject);
  if (roleOf(payload.sender) !== role) return false;
  switch (command) {
    case "REQ":
      return payload.sender !== receiver.nodeId && payload.action === actionOfSubject(subject);
    case "RES":
      return receiver.asked(payload.id ?? "") === payload.sender;
    case "INFO":
      return (payload.services ?? []).every((offered) => mayOffer(role, offered));
    case "EVENT": {
      const own = partsOfRole(roleOf(receiver.nodeId));
      return partsOfRole(role).some((part) => own.includes(part));
    }
    default:
      return true;
  }
}

/** Moleculer files an action under its own name, whatever its service is called: so each is looked at. */
function mayOffer(role: string, { name, fullName = name, actions = {} }: Offered): boolean {
  if (!isRole(role)) return true;
  const names = Object.entries(actions).flatMap(([key, action]) => [key, action?.name ?? key]);
  const isOwn = names.every((action) => action.startsWith(`${name}.`));
  return fullName === name && isOwn && mayServe(role, name);
}

function mayServe(role: string, service: string): boolean {
  // Every broker has the bus's own service about itself.
  const isOwn = (part: string): boolean => service === part || service.startsWith(`${part}.`);
  return service === "$node" || partsOfRole(role).some(isOwn);
}

/** On a request's headers, which go to the called action alone. No symbol comes over the wire. */
const sender = Symbol("sender");

export function noteSender(payload: Payload, subject: string): void {
  payload.headers ??= {};
  payload.headers[sender] = senderOfSubject(subject);
}

/** The role that the server says has sent this request. Undefined: it is of this process. */
export function senderOf(headers: object | null | undefined): string | undefined {
  const given = headers as Record<symbol, unknown> | null | undefined;
  return given?.[sender] as string | undefined;
}

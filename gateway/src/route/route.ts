import assert from "node:assert";
import type { Duty, User } from "../caller/credentials.ts";
import type { Allowance } from "../limits/allowance.ts";
import type { Reading } from "../limits/reads.ts";
import type { Stream } from "../limits/streams.ts";
import {
  type Action,
  type Caller,
  type InputOf,
  type OutputOf,
  mutation,
  read,
} from "@slipway/contracts";
import type { Request } from "@slipway/broker";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { z } from "zod";
import { type Narrowing, narrowingOf } from "../caller/narrowing.ts";
import type { LoadPage } from "./pages.ts";

/** A request of the bus together with what only HTTP knows. */
export interface UserRequest extends Request {
  /** Behind a session. */
  readonly user: User | null;
  /** The duty that the user must fulfil first; the session has no scope until then. */
  readonly duty: Duty;
  /** Whether the client reached us over TLS. */
  readonly isSecure: boolean;
  /** Where clients find the gateway, such as "https://book.example.com". */
  readonly publicUrl: string;
  /** Whether the session was sent as the browser's cookie. */
  readonly isByCookie: boolean;
  readonly headers: IncomingHttpHeaders;
  /** The name of the client's address (see `addressNames`). */
  readonly address: () => string;
  /** The caller with a new proof, if the credential still has the rights that it had when the request came; else null. */
  readonly renew: () => Promise<Caller | null>;
  /** Counts work that the bytes of the answer do not show, as so many bytes of the tenant; of a mutation nothing. */
  readonly charge: (bytes: number) => void;
  /** Set on a route that needs no credential; null behind one. */
  readonly anonymous: AnonymousCaller | null;
}

/** A caller without a credential, and what the gateway knows of it. */
interface AnonymousCaller {
  /** Its device cookie as it was sent. */
  readonly device: string | null;
  readonly failedLogins: Allowance;
}

/** Headers of an answer; a list where one stands several times. */
export type HeaderFields = Readonly<Record<string, string | string[]>>;

/** An answer of a route: its body and, seldom, further headers. */
export interface Answer<Body = unknown> {
  readonly body: Body;
  readonly headers?: HeaderFields;
  /** True for a repeated request: nothing more has been done. */
  readonly isRepeat?: boolean;
}

/** Bodies with this member are of another form than the route's contract says. */
export interface OtherForm {
  readonly member: string;
  readonly contract: Action;
  readonly immutable: readonly string[];
}

/** A route that makes several calls. Its contract is described here and never goes over the bus. */
interface ComposedRoute {
  readonly contract: Action;
  readonly of: readonly Action[];
  readonly run: (request: UserRequest, input: unknown) => Promise<Answer>;
}

/** Parts of a contract that are others for clients than on the bus. */
interface Offer<Input extends z.ZodType, Output extends z.ZodType>
  extends Partial<Pick<Action, "refusals" | "secret">> {
  readonly name?: string;
  readonly input?: Input;
  readonly output?: Output;
}

/** The contract of a composed route that does for clients what this action does. */
export function offered<
  A extends Action,
  Input extends z.ZodType = A["input"],
  Output extends z.ZodType = A["output"],
>(
  action: A,
  { name = action.name.split(".")[1] ?? "", ...others }: Offer<Input, Output>,
): Action<Input, Output> {
  const { kind, description, repeat, input, output, refusals } = action;
  const define = kind === "read" ? read : mutation;
  const inherited = { description, repeat, input, output, refusals } as Action<Input, Output>;
  return define(`gateway.${name}`, { ...inherited, ...others });
}

export function composedRoute<A extends Action>(
  contract: A,
  of: readonly Action[],
  run: (request: UserRequest, input: InputOf<A>) => Promise<Answer<OutputOf<A>>>,
): ComposedRoute {
  return { contract, of, run: run as ComposedRoute["run"] };
}

/** Makes a request to the bus with a deadline of its own. */
export type NewRequest = () => UserRequest;

/** Tools with which a raw route writes its answer. */
export interface RawAnswer {
  readonly newRequest: NewRequest;
  readonly reading: Reading;
  readonly response: ServerResponse;
  /** Counts the answer as a stream. */
  readonly openStream: () => Stream;
}

/** A route that writes its answer itself, because it is not JSON. It may make many calls. */
export interface RawRoute {
  readonly contract: Action;
  readonly of: readonly Action[];
  readonly contentTypes: readonly string[];
  /** The headers that it reads, for the document. */
  readonly header?: z.ZodObject;
  readonly send: (answer: RawAnswer, input: unknown) => Promise<void>;
}

export function rawRoute<A extends Action>(
  contract: A,
  of: readonly Action[],
  contentTypes: readonly string[],
  send: (answer: RawAnswer, input: InputOf<A>) => Promise<void>,
): RawRoute {
  return { contract, of, contentTypes, send: send as RawRoute["send"] };
}

/** A route that makes calls for an array, which is loaded and sent page by page. */
export interface PagedRoute {
  readonly contract: Action;
  readonly of: readonly Action[];
  readonly load: (newRequest: NewRequest, input: unknown) => LoadPage<unknown>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Route {
  readonly method: Method;
  /** Below /api/v1, with parameters in braces. */
  readonly path: string;
  /** The scope that the credential must have; null: any credential. */
  readonly scope: string | null;
  /** How a key of one supplier is held to it. */
  readonly narrowing: Narrowing;
  /** Success. */
  readonly status: number;
  /** Success of a repeat, where it is another. */
  readonly repeatStatus?: number;
  /** The operation's name for clients, where that is not the contract's name. */
  readonly operationId?: string;
  /** One line for the reader of the reference. */
  readonly summary: string;
  /** Headers that its success may have, beside those of every answer. */
  readonly answerHeaders?: readonly ("Idempotent-Replayed" | "Set-Cookie" | "Sync-Watermark")[];
  readonly contract: Action;
  /** Runs in place of one call of the contract. */
  readonly composed?: ComposedRoute;
  /** Writes an answer that is not JSON. */
  readonly raw?: RawRoute;
  /** Loads the pages of an array in place of the contract. */
  readonly pages?: PagedRoute;
  /** How long it may take, where that is longer than usual. */
  readonly deadlineMs?: number;
  /**
   * The contract answers in pages of the bus: the gateway asks on until the last. With `limit` it
   * answers one page of the client's and the total, but for an "array".
   */
  readonly paged?: true | "array";
  /** Reads a list's change feed, where `updatedSince` or `cursor` is given, with the watermark in a header. */
  readonly changes?: Action;
  /** Cost of a byte of its answer to the tenant, where that is not 1 (limits/reads.ts). */
  readonly weight?: number;
  /** Cost of its work beside the bytes of its answer, in bytes of an answer; it is paid before the body is read. */
  readonly costBytes?: number;
  /** Memory that counts while its answer is loaded, where that is not that of an answer or a piece of one. */
  readonly heldBytes?: number;
  /** Body fields that exist on the record and cannot be changed here. */
  readonly immutable?: readonly string[];
  /** Takes the header `Idempotency-Key` for the body's `idempotencyKey`. Of a `keyed` contract the header names the change. */
  readonly readsIdempotencyKey?: boolean;
  /** Its composed route gets the input of this form's contract where the body is of it. */
  readonly otherForm?: OtherForm;
  /** Needs no credential. */
  readonly open?: boolean;
  /** Takes the key of an open channel and no other credential. */
  readonly forChannels?: boolean;
}

/** Columns of a row beside its head, its scope and the work that it does. */
type Extras = Omit<Route, "method" | "path" | "scope" | "status" | keyof Done> &
  Partial<Pick<Route, "status">>;
type Done = Pick<Route, "contract" | "composed" | "raw" | "pages">;
type Scope = string | null;
type What = Action | ComposedRoute | RawRoute | PagedRoute;

/** A row of a table of routes: the work, one line for the reader of the reference, and seldom other columns. */
type Row = readonly [
  what: What,
  summary: string,
  extras?: Partial<Omit<Extras, "summary">> & { readonly scope?: Scope },
];

/**
 * The routes of a table, by their methods and paths. A row without a column for it needs the scope of its kind. It is
 * narrowed as the table is, or else by the record that its path names, unless it says otherwise.
 */
export function routesOf(
  [ofReads, ofChanges, ofTable]: readonly [ofReads: Scope, ofChanges: Scope, ofTable?: Narrowing],
  rows: Readonly<Record<string, Row>>,
): Route[] {
  return Object.entries(rows).map(([head, [what, summary, extras = {}]]) => {
    const { kind } = doneBy(what).contract;
    const { scope = kind === "read" ? ofReads : ofChanges, ...columns } = extras;
    const { narrowing = ofTable ?? narrowingOf(parseHead(head).path) } = columns;
    return defineRoute(head, scope, what, { ...columns, summary, narrowing });
  });
}

/** `head` is a method and a path, such as "GET /suppliers". */
export function defineRoute(head: string, scope: Scope, what: What, extras: Extras): Route {
  const done = doneBy(what);
  const { method, path } = parseHead(head);
  return { method, path, scope, status: method === "POST" ? 201 : 200, ...done, ...extras };
}

function doneBy(what: What): Done {
  if ("send" in what) return { contract: what.contract, raw: what };
  if ("load" in what) return { contract: what.contract, pages: what };
  return "run" in what ? { contract: what.contract, composed: what } : { contract: what };
}

function parseHead(head: string): Pick<Route, "method" | "path"> {
  const [method, path, ...rest] = head.split(" ");
  assert(path !== undefined && rest.length === 0, `${head} is no method and path`);
  return { method: method as Method, path };
}

export function operationIdOf({ operationId, contract }: Route): string {
  return operationId ?? contract.name.split(".")[1] ?? contract.name;
}

/** The names in the braces of the path, in order. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

/** Where the fields of the route's input come from that do not stand in its path. */
export function inputPlace(route: Route): "query" | "body" {
  return route.method === "GET" || route.method === "DELETE" ? "query" : "body";
}

/** The fields of the route's input that a client may send beside the path, by name. */
export function clientFields(route: Route): Record<string, z.ZodType> {
  const { otherForm } = route;
  const own = ownFields(route);
  if (!otherForm) return own;
  // No field is required by both forms, and a reader of the interface sees one body.
  const all = { ...own, ...ownFields({ ...route, ...otherForm }), ...own };
  return Object.fromEntries(Object.entries(all).map(([name, field]) => [name, field.optional()]));
}

/** Whether it answers one record with `updatedAt`, of which its `ETag` is made. */
export function hasTag({ contract, raw, paged, pages }: Route): boolean {
  if (raw !== undefined || paged !== undefined || pages !== undefined) return false;
  return "updatedAt" in ((contract.output as { shape?: object }).shape ?? {});
}

/** Whether the header `If-Match` may say which version of the record a change is of. */
export function readsIfMatch({ method, contract }: Pick<Route, "method" | "contract">): boolean {
  return (method === "PATCH" || method === "PUT") && versionField in fieldsOf(contract);
}

/** The field of an input that says which version of a record the change is of. */
export const versionField = "expectedUpdatedAt";

function fieldsOf({ input }: Action): Record<string, z.ZodType> {
  return (input as z.ZodObject<Record<string, z.ZodType>>).shape;
}

function ownFields(route: Route): Record<string, z.ZodType> {
  const fields = fieldsOf(route.contract);
  const version = fields[versionField];
  const shape =
    version && readsIfMatch(route) ? { ...fields, [versionField]: version.optional() } : fields;
  // `page` belongs to the bus: the gateway turns the pages.
  const { immutable = [], paged } = route;
  const others = new Set([...pathFields(route.path), ...immutable, ...(paged ? ["page"] : [])]);
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !others.has(name)));
}

/** "none" where the input has no field for a body, "optional" where no field is required. */
export function bodyUse(route: Route): "none" | "optional" | "required" {
  const fields = Object.values(ownFields(route));
  if (inputPlace(route) === "query" || fields.length === 0) return "none";
  const isOptional = fields.every((field) => field.safeParse(undefined).success);
  return isOptional && route.method === "POST" ? "optional" : "required";
}

import assert from "node:assert";
import type { User } from "./credentials.ts";
import type { FailedLogins } from "./limits/failed-logins.ts";
import type { Reading } from "./limits/reads.ts";
import type { Action, InputOf, OutputOf } from "@slipway/contracts";
import type { Request } from "@slipway/broker";
import type { ServerResponse } from "node:http";
import type { z } from "zod";
import type { HeaderName } from "./openapi-headers.ts";

/** A request of the bus together with what only HTTP knows. */
export interface UserRequest extends Request {
  /** Behind a session. */
  readonly user: User | null;
  /** Whether the client reached us over TLS. */
  readonly isSecure: boolean;
  /** Whether the session was sent as the browser's cookie. */
  readonly isByCookie: boolean;
  /** Of a route that needs no credential; null behind one. */
  readonly anonymous: AnonymousClient | null;
}

/** All that is known of a client without a credential. */
export interface AnonymousClient {
  /** What its address is called (see `addressNames`). */
  readonly address: string;
  /** Its device cookie as it was sent. */
  readonly device: string | null;
  readonly failedLogins: FailedLogins;
}

/** Headers of an answer; a list where one stands several times. */
export type HeaderFields = Readonly<Record<string, string | string[]>>;

/** What a route answers: its body and, seldom, further headers. */
export interface Answer<Body = unknown> {
  readonly body: Body;
  readonly headers?: HeaderFields;
  /** Of what was asked for before: nothing more has been done. */
  readonly isRepeat?: boolean;
}

/** A route made of several calls. Its contract is described here and never goes over the bus. */
export interface Join {
  readonly contract: Action;
  /** The contracts it calls. */
  readonly of: readonly Action[];
  readonly run: (request: UserRequest, input: unknown) => Promise<Answer>;
}

export function join<A extends Action>(
  contract: A,
  of: readonly Action[],
  run: (request: UserRequest, input: InputOf<A>) => Promise<Answer<OutputOf<A>>>,
): Join {
  return { contract, of, run: run as Join["run"] };
}

/** A request of the bus whose time begins now. */
export type Begin = () => UserRequest;

/** What a stream writes its answer with. */
export interface Streaming {
  readonly begin: Begin;
  readonly reading: Reading;
  readonly response: ServerResponse;
}

/** A route whose answer is no JSON: it writes the answer itself, perhaps by many calls. */
export interface Stream {
  readonly contract: Action;
  /** The contracts it calls. */
  readonly of: readonly Action[];
  /** Of its success. */
  readonly contentTypes: readonly string[];
  readonly send: (streaming: Streaming, input: unknown) => Promise<void>;
}

export function stream<A extends Action>(
  contract: A,
  of: readonly Action[],
  contentTypes: readonly string[],
  send: (streaming: Streaming, input: InputOf<A>) => Promise<void>,
): Stream {
  return { contract, of, contentTypes, send: send as Stream["send"] };
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of the HTTP interface. */
export interface Row {
  readonly method: Method;
  /** Below /api/v1, with parameters in braces. */
  readonly path: string;
  /** What the credential must cover; null: any credential. */
  readonly scope: string | null;
  /** Success. */
  readonly status: number;
  /** Success of a repeat, where it is another. */
  readonly repeatStatus?: number;
  /** What clients know the operation by, where that is not the contract's name. */
  readonly operationId?: string;
  /** One line for the reader of the reference. */
  readonly summary: string;
  /** What else a client should know of it, in sentences. */
  readonly note?: string;
  /** Headers that its success may have, beside those of every answer. */
  readonly answerHeaders?: readonly HeaderName[];
  /** What it does. */
  readonly contract: Action;
  /** Carries the row out in place of one call of the contract. */
  readonly join?: Join;
  /** Carries it out and answers something else than JSON. */
  readonly stream?: Stream;
  /** How long it may take, where that is longer than usual. */
  readonly deadlineMs?: number;
  /**
   * The contract answers in pages of the bus: the gateway asks on until the last. With `limit` it
   * answers one page of the client's and the total, but for an "array".
   */
  readonly paged?: true | "array";
  /**
   * Carries out a list's crawl, where `updatedSince` or `cursor` is given: what has changed, by
   * cursor, with the watermark in a header.
   */
  readonly changes?: Action;
  /** What a byte of its answer costs the tenant, where that is not one (limits/reads.ts). */
  readonly weight?: number;
  /** Body fields that exist on the record and cannot be changed here. */
  readonly immutable?: readonly string[];
  /** Needs no credential. */
  readonly open?: boolean;
}

type Extras = Pick<Row, "paged" | "changes" | "immutable" | "open"> &
  Partial<
    Pick<
      Row,
      "status" | "repeatStatus" | "operationId" | "deadlineMs" | "note" | "answerHeaders" | "weight"
    >
  >;
type Scope = string | null;
type What = Action | Join | Stream;

/** `head` is a method and a path, such as "GET /suppliers". */
export function route(head: string, scope: Scope, what: What, extras: Extras & Summary): Row {
  const done = doneBy(what);
  const { method, path } = parseHead(head);
  return { method, path, scope, status: method === "POST" ? 201 : 200, ...done, ...extras };
}

function doneBy(what: What): Pick<Row, "contract" | "join" | "stream"> {
  if ("send" in what) return { contract: what.contract, stream: what };
  return "run" in what ? { contract: what.contract, join: what } : { contract: what };
}

interface Summary {
  readonly summary: string;
}

function parseHead(head: string): Pick<Row, "method" | "path"> {
  const [method, path, ...rest] = head.split(" ");
  assert(path !== undefined && rest.length === 0, `${head} is no method and path`);
  return { method: method as Method, path };
}

/** The names in the braces of the path, in order. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

/** Where the fields of the row's input come from that do not stand in its path. */
export function inputPlace(row: Row): "query" | "body" {
  return row.method === "GET" || row.method === "DELETE" ? "query" : "body";
}

/** The fields of the row's input that a client may send beside the path, by name. */
export function clientFields(row: Row): Record<string, z.ZodType> {
  const { shape } = row.contract.input as z.ZodObject<Record<string, z.ZodType>>;
  const fromPath = new Set(pathFields(row.path));
  return Object.fromEntries(
    // `page` belongs to the bus: the gateway turns the pages.
    Object.entries(shape).filter(
      ([name]) => !fromPath.has(name) && !(row.paged && name === "page"),
    ),
  );
}

/** "none" where the input has no field for a body, "optional" where no field is required. */
export function bodyUse(row: Row): "none" | "optional" | "required" {
  const fields = Object.values(clientFields(row));
  if (inputPlace(row) === "query" || fields.length === 0) return "none";
  const isOptional = fields.every((field) => field.safeParse(undefined).success);
  return isOptional && row.method !== "PATCH" ? "optional" : "required";
}

/**
 * A program that takes mongod's arguments and, over its protocol, keeps mongod's rules of who may do what. With a
 * key file a client without a password may say hello, and make the replica set and the first user as long as there
 * is none.
 * It appends its arguments to `arguments.jsonl` in its directory, and keeps what was made in `made.json`.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Socket, createServer } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import mongoose from "mongoose";
import { messageReader, replyMessage, requestId } from "../src/engine/wire-message.ts";

const { BSON } = mongoose.mongo;
type Document = Record<string, unknown>;

export interface Made {
  readonly isSet?: boolean;
  readonly users?: Readonly<Record<string, string>>;
}

const option = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    dbpath: option,
    port: option,
    bind_ip: option,
    keyFile: option,
    replSet: option,
    logpath: option,
    setParameter: option,
    logappend: { type: "boolean" },
    nounixsocket: { type: "boolean" },
  },
});
const directory = String(values.dbpath);
appendFileSync(join(directory, "arguments.jsonl"), `${JSON.stringify(process.argv.slice(2))}\n`);
const file = join(directory, "made.json");
let made = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}) as Made;

function make(more: Made): Document {
  made = { ...made, ...more };
  writeFileSync(file, JSON.stringify(made));
  return { ok: 1 };
}

process.on("SIGTERM", () => process.exit(0));
createServer(serve).listen(Number(values.port), values.bind_ip);

interface Session {
  user?: string;
  exchange?: { readonly user: string; readonly said: string; readonly salt: Buffer };
}

function serve(socket: Socket): void {
  const session: Session = {};
  const read = messageReader();
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    for (const message of read(chunk)) {
      const isLegacy = message.readInt32LE(12) === 2004;
      const at = isLegacy ? message.indexOf(0, 20) + 9 : 21;
      const length = message.readInt32LE(at);
      const command = BSON.deserialize(message.subarray(at, at + length));
      const body = Buffer.from(BSON.serialize(answerTo(command, session)));
      socket.write(replyMessage(body, requestId(message), isLegacy));
    }
  });
}

function answerTo(command: Document, session: Session): Document {
  const name = Object.keys(command)[0] ?? "";
  if (/^(hello|ismaster)$/i.test(name)) return hello();
  if (name === "saslStart") return begin(command, session);
  if (name === "saslContinue") return proceed(command, session);
  if (name === "ping" || name === "endSessions") return { ok: 1 };
  const isFirst = Object.keys(made.users ?? {}).length === 0;
  const mayStrangers = isFirst && (name === "replSetInitiate" || name === "createUser");
  if (values.keyFile !== undefined && session.user === undefined && !mayStrangers)
    return refusal(13, `Command ${name} requires authentication`);
  if (name === "replSetInitiate") return initiate();
  if (name === "createUser") return makeUser(command);
  return { ok: 1, databases: [] };
}

function initiate(): Document {
  return made.isSet ? refusal(23, "already initialized") : make({ isSet: true });
}

function makeUser({ createUser, pwd }: Document): Document {
  return make({ users: { ...made.users, [String(createUser)]: String(pwd) } });
}

function hello(): Document {
  const isPrimary = made.isSet === true;
  return {
    ok: 1,
    helloOk: true,
    isWritablePrimary: isPrimary,
    ismaster: isPrimary,
    ...(isPrimary ? { setName: values.replSet, hosts: [`127.0.0.1:${values.port}`] } : {}),
    saslSupportedMechs: ["SCRAM-SHA-256"],
    minWireVersion: 0,
    maxWireVersion: 25,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
  };
}

function refusal(code: number, errmsg: string): Document {
  return { ok: 0, code, errmsg };
}

const rounds = 4_096;

/** SCRAM-SHA-256, RFC 7677. */
function begin({ payload }: Document, session: Session): Document {
  const first = textOf(payload).slice("n,,".length);
  const salt = randomBytes(28);
  const nonce = `${fieldOf(first, "r")}${randomBytes(18).toString("base64")}`;
  const answer = `r=${nonce},s=${salt.toString("base64")},i=${rounds}`;
  session.exchange = { user: fieldOf(first, "n"), said: `${first},${answer}`, salt };
  return { ok: 1, conversationId: 1, done: false, payload: Buffer.from(answer) };
}

function proceed({ payload }: Document, session: Session): Document {
  const { user = "", said = "", salt = Buffer.alloc(0) } = session.exchange ?? {};
  const last = textOf(payload);
  const [withoutProof = "", proof = ""] = last.split(",p=");
  const password = made.users?.[user] ?? "";
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const transcript = `${said},${withoutProof}`;
  const clientKey = hmac(salted, "Client Key");
  const signature = hmac(createHash("sha256").update(clientKey).digest(), transcript);
  const expected = clientKey.map((byte, index) => byte ^ (signature[index] ?? 0));
  if (password === "" || Buffer.from(expected).toString("base64") !== proof)
    return refusal(18, "Authentication failed.");
  session.user = user;
  const answer = `v=${hmac(hmac(salted, "Server Key"), transcript).toString("base64")}`;
  return { ok: 1, conversationId: 1, done: true, payload: Buffer.from(answer) };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function textOf(payload: unknown): string {
  return Buffer.from((payload as { buffer: Uint8Array }).buffer).toString("utf8");
}

function fieldOf(message: string, name: string): string {
  return new RegExp(`(?:^|,)${name}=([^,]*)`).exec(message)?.[1] ?? "";
}

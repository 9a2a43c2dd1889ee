/** One command of a driver as it came over the wire: read and changed field by field, without decoding the rest. */
import mongoose from "mongoose";
import type { mongo } from "mongoose";

const { BSON } = mongoose.mongo;

export type Document = mongo.Document;

/** Facts about a command's message, beside the fields of the command. */
interface Envelope {
  readonly requestId: number;
  /** In the form of a driver's very first handshake. */
  readonly isLegacy: boolean;
  /** False for a write that nobody waits for. */
  readonly wantsReply: boolean;
  /** Its answers may follow each other without further questions. */
  readonly mayStream: boolean;
  /** Documents of a bulk that came beside the body, as they came. */
  readonly sequences: Buffer;
}

export interface Command extends Envelope {
  readonly name: string;
  readonly database: string;
  /** The body, in BSON. */
  readonly body: Buffer;
  /** One field of the body, decoded; undefined where there is none. */
  field(name: string): unknown;
  /** The whole, decoded: for conditions of tests, and for what must look into expressions. */
  document(): Document;
}

const headerBytes = 16;
const opCode = { query: 2004, message: 2013 } as const;
const flag = { moreToCome: 1 << 1, exhaustAllowed: 1 << 16 } as const;
/** Numbers and dates stay what they are on the wire, so that a decoded document is written back as it was. */
const exact = { promoteValues: false, bsonRegExp: true, validation: { utf8: false } } as const;

/** Undefined for a message that is neither a command nor a handshake. */
export function readCommand(message: Buffer): Command | undefined {
  const requestId = message.readInt32LE(4);
  const kind = message.readInt32LE(12);
  if (kind === opCode.query) {
    const nameEnd = message.indexOf(0, headerBytes + 4);
    const body = message.subarray(nameEnd + 1 + 8);
    const envelope = { requestId, isLegacy: true, wantsReply: true, mayStream: false };
    return commandOf(body, { ...envelope, sequences: Buffer.alloc(0) });
  }
  if (kind !== opCode.message) return undefined;
  const flags = message.readUInt32LE(headerBytes);
  const { body, sequences } = sectionsOf(message);
  if (body === undefined) return undefined;
  return commandOf(body, {
    requestId,
    isLegacy: false,
    wantsReply: (flags & flag.moreToCome) === 0,
    mayStream: (flags & flag.exhaustAllowed) !== 0,
    sequences,
  });
}

function sectionsOf(message: Buffer): { body: Buffer | undefined; sequences: Buffer } {
  let body: Buffer | undefined;
  const sequences: Buffer[] = [];
  for (let at = headerBytes + 4; at + 5 <= message.length; ) {
    const bytes = message.readInt32LE(at + 1);
    if (message[at] === 0) body = message.subarray(at + 1, at + 1 + bytes);
    else sequences.push(message.subarray(at, at + 1 + bytes));
    at += 1 + bytes;
  }
  return { body, sequences: Buffer.concat(sequences) };
}

function commandOf(body: Buffer, envelope: Envelope): Command {
  const elements = elementsOf(body);
  const field = (name: string): unknown => {
    const element = elements.find((each) => each.name === name);
    return element && BSON.deserialize(framed([element.bytes]), { promoteValues: true })[name];
  };
  return {
    ...envelope,
    body,
    name: elements[0]?.name ?? "",
    database: (field("$db") as string | undefined) ?? "admin",
    field,
    document: () => ({
      ...BSON.deserialize(body, exact),
      ...documentsIn(envelope.sequences),
    }),
  };
}

interface Element {
  readonly name: string;
  /** Kind, name and value. */
  readonly bytes: Buffer;
}

function elementsOf(body: Buffer): Element[] {
  return [...BSON.onDemand.parseToElements(body)].map(
    ([, nameAt, nameBytes, valueAt, valueBytes]) => ({
      name: body.toString("utf8", nameAt, nameAt + nameBytes),
      bytes: body.subarray(nameAt - 1, valueAt + valueBytes),
    }),
  );
}

function framed(elements: readonly Buffer[]): Buffer {
  const document = Buffer.concat([Buffer.alloc(4), ...elements, Buffer.alloc(1)]);
  document.writeInt32LE(document.length, 0);
  return document;
}

/** The documents of a bulk by the field that they belong to. */
function documentsIn(sequences: Buffer): Document {
  const found: Document = {};
  for (let at = 0; at < sequences.length; ) {
    const end = at + 1 + sequences.readInt32LE(at + 1);
    const nameEnd = sequences.indexOf(0, at + 5);
    const documents: Document[] = [];
    for (let next = nameEnd + 1; next < end; next += sequences.readInt32LE(next))
      documents.push(
        BSON.deserialize(sequences.subarray(next), {
          ...exact,
          allowObjectSmallerThanBufferSize: true,
        }),
      );
    found[sequences.toString("utf8", at + 5, nameEnd)] = documents;
    at = end;
  }
  return found;
}

/** The same command with other fields; `undefined` takes one out. The order of fields stays. */
export function withFields(command: Command, changes: Readonly<Record<string, unknown>>): Command {
  const left = new Map(Object.entries(changes));
  const elements = elementsOf(command.body).flatMap(({ name, bytes }) => {
    if (!left.has(name)) return [bytes];
    const value = left.get(name);
    left.delete(name);
    return value === undefined ? [] : [elementOf(name, value)];
  });
  const added = [...left].flatMap(([name, value]) =>
    value === undefined ? [] : [elementOf(name, value)],
  );
  return commandOf(framed([...elements, ...added]), command);
}

function elementOf(name: string, value: unknown): Buffer {
  return Buffer.from(BSON.serialize({ [name]: value })).subarray(4, -1);
}

/** The command with other contents, decoded and changed: whatever came beside the body is in it. */
export function withDocument(command: Command, document: Document): Command {
  const body = Buffer.from(BSON.serialize(document));
  return commandOf(body, { ...command, sequences: Buffer.alloc(0) });
}

/** As an OP_MSG that wants an answer. */
export function messageOf({ body, sequences }: Command): Buffer {
  const message = Buffer.concat([Buffer.alloc(headerBytes + 5), body, sequences]);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(opCode.message, 12);
  return message;
}

/** The document that an OP_MSG answers with. */
export function replyBodyOf(message: Buffer): Buffer {
  return message.subarray(headerBytes + 5);
}

/** The body of an answer with further fields. */
export function withReplyFields(body: Buffer, added: Document): Buffer {
  const elements = elementsOf(body).filter(({ name }) => !(name in added));
  const more = Object.entries(added).map(([name, value]) => elementOf(name, value));
  return framed([...elements.map(({ bytes }) => bytes), ...more]);
}

/** The few bytes of MongoDB's wire protocol that the engine's listener has to understand. */

const headerBytes = 16;
const msgOpCode = 2013;
const replyOpCode = 1;
const bsonInt32 = 0x10;
const bsonString = 0x02;

/** Cuts a stream of bytes into wire messages; returns the whole messages that the chunk completed. */
export function messageReader(): (chunk: Buffer) => Buffer[] {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let bytesWanted = 4;

  return (chunk) => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    // Chunks are joined only when a message is complete: joining at every chunk is quadratic for a large document.
    if (waitingBytes < bytesWanted) return [];
    let pending = waiting.length === 1 ? chunk : Buffer.concat(waiting, waitingBytes);
    const messages: Buffer[] = [];
    bytesWanted = 4;
    while (pending.length >= 4) {
      const length = pending.readInt32LE(0);
      if (length < headerBytes) throw new Error(`A wire message cannot be ${length} bytes long.`);
      if (pending.length < length) {
        bytesWanted = length;
        break;
      }
      messages.push(pending.subarray(0, length));
      pending = pending.subarray(length);
    }
    waiting = pending.length === 0 ? [] : [pending];
    waitingBytes = pending.length;
    return messages;
  };
}

/** The name of the command in an OP_MSG, undefined for another kind of message. */
export function commandName(message: Buffer): string | undefined {
  const nameAt = headerBytes + 4 + 1 + 4 + 1;
  if (message.length <= nameAt || message.readInt32LE(12) !== msgOpCode) return undefined;
  const end = message.indexOf(0, nameAt);
  return end === -1 ? undefined : message.toString("latin1", nameAt, end);
}

export function requestId(message: Buffer): number {
  return message.readInt32LE(4);
}

/** An OP_MSG with one command, for what this process itself asks of the engine. */
export function commandMessage(fields: Record<string, number | string>): Buffer {
  return msgFrame(0, bsonDocument(fields));
}

/** The reply to one message; `legacy` is the form that answers a driver's very first handshake. */
export function replyMessage(body: Buffer, responseTo: number, legacy: boolean): Buffer {
  return legacy ? legacyFrame(responseTo, body) : msgFrame(responseTo, body);
}

function msgFrame(responseTo: number, body: Buffer): Buffer {
  // Four bytes of flags and the section's kind stay zero: one body, nothing more to come.
  const frame = Buffer.alloc(headerBytes + 5 + body.length);
  writeHeader(frame, responseTo, msgOpCode);
  body.copy(frame, headerBytes + 5);
  return frame;
}

function legacyFrame(responseTo: number, body: Buffer): Buffer {
  // Flags, cursor id and starting position stay zero; one document is returned.
  const frame = Buffer.alloc(headerBytes + 20 + body.length);
  writeHeader(frame, responseTo, replyOpCode);
  frame.writeInt32LE(1, headerBytes + 16);
  body.copy(frame, headerBytes + 20);
  return frame;
}

function writeHeader(frame: Buffer, responseTo: number, opCode: number): void {
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(responseTo, 8);
  frame.writeInt32LE(opCode, 12);
}

function bsonDocument(fields: Record<string, number | string>): Buffer {
  const elements = Object.entries(fields).map(([name, value]) => bsonElement(name, value));
  const document = Buffer.concat([Buffer.alloc(4), ...elements, Buffer.alloc(1)]);
  document.writeInt32LE(document.length, 0);
  return document;
}

function bsonElement(name: string, value: number | string): Buffer {
  const key = Buffer.from(`${name}\0`);
  if (typeof value === "number") {
    const number = Buffer.alloc(4);
    number.writeInt32LE(value, 0);
    return Buffer.concat([Buffer.of(bsonInt32), key, number]);
  }
  const text = Buffer.from(`${value}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32LE(text.length, 0);
  return Buffer.concat([Buffer.of(bsonString), key, length, text]);
}

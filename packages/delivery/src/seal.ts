/** Secrets at rest: AES-256-GCM, with the key's name beside the text, so that keys can follow each other. */
import assert from "node:assert";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export interface Key {
  readonly name: string;
  /** 32 bytes. */
  readonly bytes: Buffer;
}

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** The first key seals, each of them opens. */
export function createSealer(keys: readonly Key[]) {
  const [current] = keys;
  assert(current, "there is no key to seal with");
  const byName = new Map(keys.map((key) => [key.name, key.bytes]));
  return {
    /** @param boundTo what the text belongs to: moved elsewhere it opens no more. */
    seal(text: string, boundTo: string) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current.bytes, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(boundTo));
      const parts = [iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return `${current.name}.${Buffer.concat(parts).toString("base64url")}`;
    },
    /** Throws for a text that was changed, that belongs elsewhere, or whose key is gone. */
    open(sealed: string, boundTo: string) {
      const [name = "", text = ""] = sealed.split(".");
      const key = byName.get(name);
      if (!key) throw new Error(`the key ${name} is not among SECRETS_KEYS`);
      const bytes = Buffer.from(text, "base64url");
      const iv = bytes.subarray(0, ivBytes);
      const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      const opened = decipher.update(bytes.subarray(ivBytes, -tagBytes));
      return Buffer.concat([opened, decipher.final()]).toString("utf8");
    },
    /** The name of the key that seals: each sealed text begins with it and a dot. */
    keyName: current.name,
  };
}

export type Sealer = ReturnType<typeof createSealer>;

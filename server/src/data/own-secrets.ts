/** Secrets that a server makes once and keeps beside its data, not in it: a copy of the database alone lets nobody in. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Settings } from "@slipway/broker";
import { CannotStart } from "../settings/cannot-start.ts";
import { hasStarted } from "./first-start.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** By their settings: each with its file and how it is made. */
const ownSecrets = {
  /** The key of the hashes of secrets. An operator who loses it must make new keys. */
  AUTH_PEPPER: ["auth-pepper", () => randomBytes(32).toString("hex")],
  /** The key that seals signing secrets. An operator who loses it must rotate every secret. */
  SECRETS_KEYS: ["secrets-keys", () => `first:${randomBytes(32).toString("base64")}`],
} as const;

type OwnSecrets = Readonly<Record<keyof typeof ownSecrets, string>>;

/** The settings with the secrets that they leave out: those of the directory, made when absent. */
export async function withOwnSecrets(
  settings: Settings,
  directory: string,
): Promise<Settings & OwnSecrets> {
  const whole: Record<string, string | undefined> = { ...settings };
  for (const [name, [file, make]] of Object.entries(ownSecrets))
    whole[name] ??= await keptSecret(directory, { name, file, make });
  return whole as Settings & OwnSecrets;
}

interface Secret {
  readonly name: string;
  readonly file: string;
  readonly make: () => string;
}

/** Throws CannotStart where the directory has data and the secret is gone, as after a restore: another one would open nothing. */
async function keptSecret(directory: string, { name, file, make }: Secret): Promise<string> {
  const path = join(directory, file);
  const kept = await readPrivateFile(path);
  if (kept !== undefined) return kept.trim();
  if (await hasStarted(directory))
    throw new CannotStart(
      `The data in ${directory} need their file ${file}, which is missing: put it back, or set ${name}.`,
    );
  const made = make();
  await writePrivateFile(path, `${made}\n`);
  return made;
}

/** Stand for mongosh, mongodump and mongorestore: they check the URI, the flags and what they are given to read. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { countArchive } from "../../packages/store/src/tenant-data/backup-archive.ts";
import { archiveOf } from "../../packages/store/src/testing-archive.ts";
import { type RecordedState, Refused, flagsOf } from "./recorded-state.ts";

export function mongosh(words: readonly string[], state: RecordedState): string {
  const { flags, rest } = flagsOf(words, { withValue: ["--file"], alone: ["--quiet"] });
  const [uri = "", ...more] = rest;
  mustConnect(uri, state);
  const [file] = flags.get("--file") ?? [];
  if (file === undefined || more.length > 0 || !existsSync(file))
    throw new Refused(
      "mongosh would read its input, and go on after a refused command: --file FILE",
    );
  const { status } = spawnSync(process.execPath, ["--check", file], { stdio: "inherit" });
  if (status !== 0) throw new Refused(`${file} is no JavaScript`);
  return "The script was run.\n";
}

/** Writes a backup of two bookings. */
export function mongodump(words: readonly string[], state: RecordedState): Buffer {
  const { flags } = flagsOf(words, {
    withValue: ["--uri"],
    alone: ["--oplog", "--gzip", "--archive"],
  });
  mustConnect(flags.get("--uri")?.[0] ?? "", state);
  return gzipSync(
    archiveOf({
      "slipway-bookings.bookings": [{ _id: "bkg_1" }, { _id: "bkg_2" }],
      "slipway-resources-capacity.claims": [{ _id: "clm_1" }],
      ...(flags.has("--oplog") ? { ".oplog": [] } : {}),
    }),
  );
}

/** Reads the backup from its input to the end. */
export async function mongorestore(
  words: readonly string[],
  state: RecordedState,
): Promise<string> {
  const { flags } = flagsOf(words, {
    withValue: ["--uri"],
    alone: ["--oplogReplay", "--drop", "--gzip", "--archive"],
  });
  mustConnect(flags.get("--uri")?.[0] ?? "", state);
  const archive = gunzipSync(readFileSync(0));
  const counts = await countArchive(chunksOf(archive));
  return `${counts.size} collections restored\n`;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The user and the password are those of a secret; each host has a name of the certificate's. */
function mustConnect(uri: string, { secrets }: RecordedState): void {
  const [, user = "", password = "", hosts = "", options = ""] =
    /^mongodb:\/\/([^:]+):([^@]+)@([^/]+)\/\w*\?(.*)$/.exec(uri) ?? [];
  if (secrets[`mongodb/${user}-password`]?.["password"] !== password)
    throw new Refused(`the password of ${user} is not that of its secret, in ${uri}`);
  const foreign = hosts
    .split(",")
    .filter((host) => !/^db-\d\.db-svc\.mongodb\.svc\.cluster\.local$/.test(host));
  if (foreign.length > 0) throw new Refused(`no certificate names ${foreign.join(", ")}`);
  for (const needed of ["replicaSet=db", "authSource=admin", "tls=true", "tlsCAFile="])
    if (!options.includes(needed)) throw new Refused(`${needed} is missing in ${uri}`);
}

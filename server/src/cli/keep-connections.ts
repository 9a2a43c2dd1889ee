/** The users of NATS and MongoDB, kept in a folder of the operator's. */
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makePrivateFolder, readPrivateFile, writePrivateFile } from "../data/private-file.ts";
import {
  type Connections,
  eachItsOwn,
  filesOf,
  newConnections,
  partsOf,
  retired,
  rotated,
} from "../users/connections.ts";

const stateFile = "connections.json";

type Flags = Readonly<Record<string, string>>;

/** Makes the first users; throws a sentence where there are some. */
export async function createConnections(flags: Flags, prefix: string): Promise<object> {
  const { directory = "", nats = "", mongodb = "", processes } = flags;
  const path = resolve(directory);
  if ((await readPrivateFile(join(path, stateFile))) !== undefined)
    throw new Error(`${path} has users already: rotate them.`);
  if (/:\/\/[^/,]*@/.test(`${nats},${mongodb}`))
    throw new Error(
      "--nats and --mongodb are given without user and password: those are made here.",
    );
  const asked = processes?.split(",").map((each) => each.trim()) ?? eachItsOwn;
  for (const each of asked) partsOf(each);
  return keep(path, newConnections({ prefix, nats, mongodb }, asked));
}

/** Adds a user to each process, or to one. */
export async function rotateConnections({ directory = "", process }: Flags): Promise<object> {
  const path = resolve(directory);
  const known = await kept(path);
  if (process !== undefined && !known.kinds.some((kind) => kind.process === process))
    throw new Error(`--process: there is no ${process}.`);
  return keep(path, rotated(known, process));
}

/** Drops the users that were rotated out. */
export async function retireConnections({ directory = "" }: Flags): Promise<object> {
  const path = resolve(directory);
  return keep(path, retired(await kept(path)));
}

async function kept(path: string): Promise<Connections> {
  const text = await readPrivateFile(join(path, stateFile));
  if (text === undefined) throw new Error(`${path} has no users: connections create makes them.`);
  return JSON.parse(text) as Connections;
}

/** The state first: what is made of it can be made again. */
async function keep(path: string, connections: Connections): Promise<object> {
  await makePrivateFolder(path);
  await writePrivateFile(join(path, stateFile), `${JSON.stringify(connections, null, 2)}\n`);
  const files = await filesOf(connections);
  for (const [name, text] of files) await writePrivateFile(join(path, name), text);
  for (const name of await readdir(path))
    if (name.endsWith(".env") && !files.has(name)) await rm(join(path, name));
  const users = connections.kinds.map(({ process, users: of }) => [
    process,
    of.map(({ name }) => name),
  ]);
  return {
    directory: path,
    files: [...files.keys()],
    users: Object.fromEntries(users) as Record<string, string[]>,
  };
}

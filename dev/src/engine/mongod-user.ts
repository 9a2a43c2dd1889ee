/**
 * The one user of a mongod that is started here. Without users a mongod answers everybody on the machine. Its key, which
 * is the user's password too, stands in a file beside the data that only this user of the system can read.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import mongoose from "mongoose";
import { readPrivateFile, writePrivateFile } from "@slipway/server/private-file";

const replicaSet = "slipway";
const user = "slipway";
const electionPauseMs = 100;
/** Codes of the server's errors. */
const alreadyInitialized = 23;
const unauthorized = 13;
const authenticationFailed = 18;

export const replicaSetArguments = ["--replSet", replicaSet];

/** The text of the key file, which is made where there is none. mongod takes 6 to 1 024 characters of base64. */
export async function keyIn(file: string): Promise<string> {
  const kept = await readPrivateFile(file);
  if (kept !== undefined) return kept.trim();
  const made = randomBytes(32).toString("hex");
  await writePrivateFile(file, `${made}\n`);
  return made;
}

/**
 * The URI of a mongod that was started with this key, once it can be written to. Makes the replica set and the user
 * where they are missing: as long as a mongod has no user it lets a client on its own machine make the first. Throws one
 * sentence where another user was the first.
 */
export async function uriOfUser(port: number, key: string): Promise<string> {
  const stranger = clientOf(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  const uri = `mongodb://${user}:${key}@127.0.0.1:${port}/?directConnection=true&authSource=admin&w=majority&journal=true`;
  try {
    const admin = stranger.db("admin");
    await initiate(admin, port);
    while ((await admin.command({ hello: 1 }))["isWritablePrimary"] !== true)
      await pause(electionPauseMs);
    if (!(await isAdmitted(uri))) await makeUser(admin, key);
    if (!(await isAdmitted(uri))) throw new Error(`the user ${user} has another password`);
  } finally {
    await stranger.close();
  }
  return uri;
}

type Admin = ReturnType<InstanceType<typeof mongoose.mongo.MongoClient>["db"]>;

function clientOf(uri: string): InstanceType<typeof mongoose.mongo.MongoClient> {
  return new mongoose.mongo.MongoClient(uri);
}

/** Refused where it was done before: to a stranger with the one code as long as there is no user, else with the other. */
async function initiate(admin: Admin, port: number): Promise<void> {
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  try {
    await admin.command({ replSetInitiate: { _id: replicaSet, members } });
  } catch (error) {
    if (![alreadyInitialized, unauthorized].includes(codeOf(error))) throw error;
  }
}

async function isAdmitted(uri: string): Promise<boolean> {
  const client = clientOf(uri);
  try {
    await client.db("admin").command({ ping: 1 });
    return true;
  } catch (error) {
    if (codeOf(error) === authenticationFailed) return false;
    throw error;
  } finally {
    await client.close();
  }
}

async function makeUser(admin: Admin, key: string): Promise<void> {
  const roles = [{ role: "root", db: "admin" }];
  try {
    await admin.command({ createUser: user, pwd: key, roles });
  } catch (error) {
    if (codeOf(error) !== unauthorized) throw error;
    throw new Error(
      `the database has users, but none named ${user} with the password in its key file`,
      {
        cause: error,
      },
    );
  }
}

function codeOf(error: unknown): number {
  return Number((error as { code?: unknown }).code);
}

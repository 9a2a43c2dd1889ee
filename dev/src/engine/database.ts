/** Finds or starts the MongoDB that Slipway keeps its records in. */
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { programOnPath } from "../program-on-path.ts";
import { nodeForEngine } from "./c-library.ts";
import { messageOf } from "./child-message.ts";
import { socketPathFor } from "./socket-path.ts";
import { type ProcessOptions, SupervisedProcess } from "./supervised-process.ts";

export interface Database {
  readonly uri: string;
  readonly kind: "uri" | "mongod" | "engine";
  /** Closes a database that was started here, within ten seconds; repeating it changes nothing. */
  stop(): Promise<void>;
  /** The process that holds the data, undefined for kind "uri" and while it is being started again. */
  pid(): number | undefined;
}

interface DatabaseOptions {
  /** Where a database that is started here keeps its files; created when absent. */
  directory: string;
  mongodbUri?: string | undefined;
  log: (line: string) => void;
  /** A supervised database died; it is being started again. */
  onDown?: (reason: string) => void;
  /** It is back. */
  onUp?: () => void;
}

const toolsDirectory = fileURLToPath(new URL("../../../.tools", import.meta.url));
const ways =
  "Set MONGODB_URI to a MongoDB 7 or newer, put mongod on the PATH, or run on a system that can run the embedded engine";

/** The given URI, else a mongod on the PATH, else the embedded engine; throws one sentence when none can be had. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.mongodbUri) return databaseAt(options.mongodbUri);
  mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  const folders = foldersIn(realpathSync(options.directory));
  const mongod = programOnPath("mongod");
  const isEngineInUse = hasFiles(folders.engine) && !hasFiles(folders.mongod);
  if (mongod === undefined) return openEngine(folders.engine, options);
  if (!isEngineInUse) return openMongod(mongod, folders.mongod, options);
  // A mongod that was installed later must not make the records of the engine seem lost.
  options.log(
    `${options.directory} belongs to the embedded engine, which is used although mongod is on the PATH.`,
  );
  return openEngine(folders.engine, options);
}

function databaseAt(uri: string): Database {
  return { uri, kind: "uri", stop: () => Promise.resolve(), pid: () => undefined };
}

/** Each kind has its own folder: their files look alike and are not compatible. */
function foldersIn(directory: string): { engine: string; mongod: string } {
  return { engine: join(directory, "engine"), mongod: join(directory, "mongod") };
}

function hasFiles(folder: string): boolean {
  return existsSync(join(folder, "WiredTiger"));
}

async function openEngine(directory: string, options: DatabaseOptions): Promise<Database> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const node = await nodeForEngine(toolsDirectory, options.log).catch((error: unknown) => {
    throw new Error(`Slipway has no MongoDB: ${messageOf(error)}. ${ways}.`, { cause: error });
  });
  const args = [...node.args, mainFile("engine-main.ts"), directory, socketPathFor(directory)];
  return supervised("engine", { ...options, directory, command: node.command, args });
}

function openMongod(
  binary: string,
  directory: string,
  options: DatabaseOptions,
): Promise<Database> {
  const args = [mainFile("mongod-main.ts"), directory, binary];
  return supervised("mongod", { ...options, directory, command: process.execPath, args });
}

async function supervised(kind: "engine" | "mongod", options: ProcessOptions): Promise<Database> {
  const child = new SupervisedProcess(options);
  const uri = await child.start();
  return { uri, kind, stop: () => child.stop(), pid: () => child.pid() };
}

function mainFile(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

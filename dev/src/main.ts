/** `npm start`: the program that production runs and, where MONGODB_URI is not set, a database of its own for it. */
import { runProgram } from "@slipway/server/program";

// A node of a cluster loads no engine.
await runProgram(async (options) => (await import("./engine/database.ts")).openDatabase(options));

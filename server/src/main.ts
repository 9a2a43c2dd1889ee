/** The program of production: all of Slipway on the MongoDB at MONGODB_URI or, where NATS_URL is set, one node of a cluster. */
import { runProgram } from "./program.ts";

await runProgram();

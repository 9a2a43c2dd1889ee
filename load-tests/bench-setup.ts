/** The place of a benchmark: a directory, an engine in it or a database that is there, and the servers started on that. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "@slipway/dev/database";
import { MongoClient } from "mongodb";
import type { Contender } from "./contenders.ts";

export interface BenchSetup {
  readonly directory: string;
  readonly engine: Database;
  /** Connected to the engine. */
  readonly client: MongoClient;
  /** Resolves with the contender, which ends with the setup unless it has ended before. */
  started(starting: Promise<Contender>): Promise<Contender>;
  close(): Promise<void>;
}

/** @param mongodbUri of a database that is there; the runs leave theirs, which begin with `bench`, `baseline` and `floor`, in it. */
export async function openBenchSetup(mongodbUri = process.env["MONGODB_URI"]): Promise<BenchSetup> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-bench-"));
  const engine = await openDatabase({
    directory: join(directory, "engine"),
    mongodbUri,
    log: (line) => console.error(line),
  });
  const client = await new MongoClient(engine.uri).connect();
  const contenders: Contender[] = [];
  return {
    directory,
    engine,
    client,
    async started(starting) {
      const contender = await starting;
      contenders.push(contender);
      return contender;
    },
    async close() {
      await Promise.all(contenders.map((contender) => contender.stop()));
      await client.close();
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Turn {
  /** The number of the round; one below 1 warms the contender up, and does not count. */
  readonly round: number;
  readonly contender: Contender;
}

/**
 * The turns of the contenders. The first one changes from round to round: the second of a pair finds an engine with
 * more to do.
 */
export function turnsOf(
  contenders: readonly Contender[],
  { warmUps, rounds }: { warmUps: number; rounds: number },
): Turn[] {
  return Array.from({ length: warmUps + rounds }, (_, index) => 1 - warmUps + index).flatMap(
    (round) => {
      const order = round % 2 === 0 ? contenders.toReversed() : contenders;
      return order.map((contender) => ({ round, contender }));
    },
  );
}

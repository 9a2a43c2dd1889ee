/** The process of a plain server: its connection to the engine, its port, and its end. */
import type { Express } from "express";
import { MongoClient } from "mongodb";

/** Connected to the engine of `MONGODB_URI`, with the pool and the write concern of Slipway. */
export async function connectPlain(): Promise<MongoClient> {
  return new MongoClient(process.env["MONGODB_URI"] ?? "", {
    maxPoolSize: 32,
    writeConcern: { w: "majority", journal: true },
    retryWrites: false,
  }).connect();
}

/** Listens at `PORT` or any port, and prints the URL; SIGTERM ends the process. */
export function listenPlain(app: Express, client: MongoClient): void {
  const server = app.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object")
      console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }));
  });
  process.once("SIGTERM", () => {
    server.close();
    server.closeAllConnections();
    void client.close();
  });
}

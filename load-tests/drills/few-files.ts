import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { type Socket, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Drill } from "./drill.ts";
import { onServer } from "./installations.ts";
import { withLoad } from "./with-load.ts";

const run = promisify(execFile);
const spare = 20;
const idleConnections = 200;

/**
 * A limit of open files, like `ulimit -n`, that is too low for the clients that come: the server may open few more
 * files and sockets than it has.
 */
export const fewFiles: Drill = {
  name: "files",
  does: `the server may open ${spare} more files, and ${idleConnections} clients connect and stay`,
  async run({ directory, ms }) {
    try {
      await run("prlimit", ["--version"]);
    } catch {
      return "left out: this system has no prlimit (util-linux), which sets the limit of a running process";
    }
    return onServer(directory, (installation) =>
      withLoad(installation, async ({ note }) => {
        const { pid, url } = installation.server();
        const limit = (files: string): Promise<unknown> =>
          run("prlimit", ["--pid", String(pid), `--nofile=${files}:`]);
        const asked = ["--pid", String(pid), "--nofile", "--output", "SOFT", "--noheadings"];
        const { stdout } = await run("prlimit", asked);
        const opened = (await readdir(`/proc/${pid}/fd`)).length;
        await limit(String(opened + spare));
        const port = Number(new URL(url).port);
        const sockets = Array.from({ length: idleConnections }, () => idle(port));
        await pause(ms);
        const left = sockets.filter(({ destroyed }) => !destroyed).length;
        note(`${opened} files were open; ${left} of ${idleConnections} idle connections were held`);
        for (const socket of sockets) socket.destroy();
        await limit(stdout.trim());
      }),
    );
  },
};

function idle(port: number): Socket {
  return connect(port, "127.0.0.1").on("error", () => undefined);
}

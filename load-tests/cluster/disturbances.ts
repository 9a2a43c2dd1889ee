/** Disturbances of the cluster while it sells. Each is a name and a function, which ends when all pods are ready again. */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { DocumentShell } from "./document-shell.ts";
import { releases } from "./images.ts";

export interface Disturbance {
  readonly name: string;
  /** No request may fail but by 503 with Retry-After. Where pods get no time to end, connections may break. */
  readonly isGentle: boolean;
  /** It needs the processes of the pods on this machine. */
  readonly isLocal?: boolean;
  readonly run: (shell: DocumentShell) => Promise<unknown>;
}

const pods = "pod -l app.kubernetes.io/instance=slipway,app.kubernetes.io/component!=migrate";
export const rolled =
  "kubectl -n slipway rollout status deployment -l app.kubernetes.io/instance=slipway --timeout=15m";
const hitsMax = 6;
const betweenHitsMs = 10_000;

export const disturbances: readonly Disturbance[] = [
  {
    name: "upgrade of everything at once",
    isGentle: true,
    async run(shell) {
      const [from = "", to = ""] = releases;
      await shell.run(`sed -i 's/tag: ${from}/tag: ${to}/' my-values.yaml`);
      await shell.section("## Upgrading");
    },
  },
  {
    name: "roll one Deployment after the other",
    isGentle: true,
    run: (shell) =>
      shell.run(
        "for one in $(kubectl -n slipway get deployment -o name); do " +
          'kubectl -n slipway rollout restart "$one" && kubectl -n slipway rollout status "$one" --timeout=15m; done',
      ),
  },
  {
    // One node alone cannot stay closed: its pods would have no place.
    name: "drain of the node, which opens again at once",
    isGentle: true,
    run: (shell) =>
      shell.run(
        "node=$(kubectl get node -o name | head -n 1); kubectl drain --ignore-daemonsets --delete-emptydir-data " +
          '--timeout=15m "${node#node/}" & sleep 2; kubectl uncordon "${node#node/}"; wait $!; ' +
          rolled,
      ),
  },
  {
    name: "pods deleted by force",
    isGentle: false,
    run: (shell) =>
      again(shell, () =>
        shell.run(
          `kubectl -n slipway delete --grace-period=0 --force "$(kubectl -n slipway get ${pods} -o name | shuf -n 1)"`,
        ),
      ),
  },
  {
    name: "processes killed by kill -9",
    isGentle: false,
    isLocal: true,
    run: (shell) => again(shell, killOne),
  },
  {
    name: "helm rollback",
    isGentle: true,
    run: (shell) => shell.run(`helm rollback slipway --namespace slipway; ${rolled}`),
  },
];

async function again(shell: DocumentShell, hit: () => unknown): Promise<void> {
  for (let hits = 0; hits < hitsMax; hits++) {
    await hit();
    await pause(betweenHitsMs);
  }
  await shell.run(rolled);
}

/** A random process of Slipway in a pod of this machine. */
function killOne(): void {
  const nodes = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && isServer(pid));
  const one = nodes[Math.floor(Math.random() * nodes.length)];
  if (one === undefined) throw new Error("No process of Slipway runs on this machine.");
  execFileSync("kill", ["-9", one]);
}

function isServer(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") === "node\0main.js\0";
  } catch {
    return false;
  }
}

/**
 * `npm run check:cluster`: installs Slipway on a real Kubernetes by docs/deploy.md, sells 5 a second through upgrades,
 * drains, kills and a rollback, backs up and restores. It prints what clients saw, by kind. It starts a cluster of one
 * node of its own, which needs Linux, root, and containerd, runc, containernetworking-plugins and iptables of the system.
 * `--only NAME` (repeatable) of the disturbances, `--keep` waits at the end until Ctrl-C. With `--kubeconfig FILE --url URL` it uses
 * that cluster, into whose registry you have pushed the image. Exit code 1: a booking is lost or sold
 * twice, doctor finds something, or a request failed where none may.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parseAllDocuments } from "yaml";
import { nodeForEngine } from "../dev/src/engine/c-library.ts";
import { programOnPath } from "../dev/src/program-on-path.ts";
import { natsServerProgram } from "@slipway/dev/nats-server";
import { goTool, toolsDirectory } from "../scripts/go-tools.ts";
import { clusterPrograms, mongoshFolder } from "./cluster/programs.ts";
import { type KeyFiles, makeAuthority, makeCertificate } from "./cluster/certificates.ts";
import { startClusterDatabase } from "./cluster/database.ts";
import { openDocumentShell } from "./cluster/document-shell.ts";
import { fetchImagePackages, makeImages, pauseImage } from "./cluster/images.ts";
import { controlGroup, groupsRoot, startOwnCluster } from "./cluster/own-cluster.ts";
import { rehearse, rowNames } from "./cluster/cluster-drill.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    keep: { type: "boolean", default: false },
    kubeconfig: { type: "string" },
    url: { type: "string" },
  },
});
/** Set in the namespaces of the cluster: its folder. */
const inside = process.env["SLIPWAY_CLUSTER"];
const needed = ["containerd", "runc", "ctr", "iptables", "ip", "unshare", "openssl", "jq"];
const bridge = "/usr/lib/cni/bridge";
const emptyMsMax = 20_000;
/** The folder of all that is fetched once. */
const kept = join(toolsDirectory, "kubernetes");
const print = (line: string): void => console.error(line);
/** Files of a run that has failed, which stay. */
const logs = new Set(["logs", "document.log"]);

const unknown = values.only.find((name) => !rowNames.includes(name));
if (unknown !== undefined) fail(new Error(`--only is one of: ${rowNames.join("; ")}`));
else
  await (inside === undefined && values.kubeconfig === undefined ? outside() : within()).catch(
    fail,
  );

/** Makes what needs the network, then runs this program again in namespaces of its own. */
async function outside(): Promise<void> {
  mustBeAble();
  await Promise.all([clusterPrograms(), goTool("helm")]);
  await nodeForEngine(toolsDirectory, print);
  await natsServerProgram(print);
  await fetchImagePackages(kept);
  const directory = fs.mkdtempSync("/tmp/slipway-cluster-");
  const child = runInside(directory);
  let isInterrupted = false;
  const end = (): void => {
    isInterrupted = true;
    child.kill("SIGKILL");
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  try {
    const [code] = (await once(child, "close")) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await removeControlGroups();
    const isKept = process.exitCode === 1 && !isInterrupted;
    for (const name of fs.readdirSync(directory))
      if (!isKept || !logs.has(name)) fs.rmSync(join(directory, name), { recursive: true });
    if (isKept) console.error(`The logs are kept in ${directory}.`);
    else fs.rmSync(directory, { recursive: true });
  }
}

function mustBeAble(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new Error("A cluster of its own needs Linux and root; or give --kubeconfig and --url.");
  const missing = needed.filter((name) => programOnPath(name) === undefined);
  if (!fs.existsSync(bridge)) missing.push(bridge);
  if (missing.length > 0)
    throw new Error(
      `${missing.join(", ")} missing: apt-get install containerd runc containernetworking-plugins iptables iproute2 jq`,
    );
}

/**
 * The kernel ends all processes of the namespaces with their first one, and that one with this process. Bash is the first:
 * it takes in the orphans, as an init does.
 */
function runInside(directory: string): ChildProcess {
  const { execPath, execArgv, argv } = process;
  const self = [execPath, ...execArgv, import.meta.filename, ...argv.slice(2)];
  const namespaces = ["--mount", "--net", "--pid", "--fork", "--mount-proc", "--kill-child=KILL"];
  const first = ["bash", "-c", '"$@" & wait $!', "bash", ...self];
  return spawn("setpriv", ["--pdeathsig", "KILL", "unshare", ...namespaces, ...first], {
    stdio: "inherit",
    env: { ...process.env, SLIPWAY_CLUSTER: directory, TMPDIR: directory },
  });
}

async function within(): Promise<void> {
  const directory = inside ?? fs.mkdtempSync("/tmp/slipway-cluster-");
  // A cluster that is given has its kubectl on the PATH.
  const programs = inside === undefined ? "" : await clusterPrograms();
  const passwords = join(directory, "passwords");
  const keys = join(directory, "inside-keys");
  for (const folder of [passwords, keys, join(directory, "bin")])
    fs.mkdirSync(folder, { recursive: true });
  const cluster =
    inside === undefined
      ? { kubeconfig: resolve(values.kubeconfig ?? ""), check: () => undefined }
      : await startInside({ directory, programs, keys, passwords });
  fs.symlinkSync(await goTool("helm"), join(directory, "bin", "helm"));
  const places = { SLIPWAY_CLUSTER_PASSWORDS: passwords, SLIPWAY_CLUSTER_KEYS: keys };
  const isOwn = inside !== undefined;
  const shell = openDocumentShell({
    directory: join(directory, "repository"),
    env: { KUBECONFIG: cluster.kubeconfig, ...places },
    programs: [...(isOwn ? [programs] : []), join(directory, "bin")],
    log: fs.createWriteStream(join(directory, "document.log")),
    sourced: isOwn ? ["load-tests/cluster/stand-ins.sh"] : [],
  });
  const found = await rehearse({ ...cluster, shell, isOwn, url: values.url, only: values.only });
  console.log(
    found === 0 ? "nothing failed, nothing lost, nothing sold twice" : `${found} findings`,
  );
  if (values.keep) await new Promise(() => setInterval(() => undefined, 60_000));
  process.exit(found === 0 ? 0 : 1);
}

interface Folders {
  readonly directory: string;
  readonly programs: string;
  readonly keys: string;
  readonly passwords: string;
}

/** The node, the database beside it, and certificates of the names that the document's example has. */
async function startInside({ directory, programs, keys, passwords }: Folders) {
  const natsServer = await natsServerProgram(print);
  const sources = { tools: kept, directory: join(directory, "images"), natsServer };
  const images = makeImages({ ...sources, mongosh: mongoshFolder });
  const cluster = await startOwnCluster({ programs, directory, images, pauseImage });
  const authority = makeAuthority(keys, "inside-ca");
  const pairs = namesOfCertificates().map(([name, alsoNamed]) => [
    name,
    makeCertificate(keys, authority, { name, alsoNamed }),
  ]);
  const { "db-tls": certificate } = Object.fromEntries(pairs) as Record<string, KeyFiles>;
  if (certificate === undefined) throw new Error("examples/kubernetes makes no certificate db-tls");
  await startClusterDatabase({ directory: join(directory, "database"), certificate, passwords });
  return cluster;
}

/** Reads the file of cert-manager: the certificates with names of hosts, and these names. */
function namesOfCertificates(): [string, string[]][] {
  const file = join(import.meta.dirname, "..", "examples", "kubernetes", "certificates.yaml");
  return parseAllDocuments(fs.readFileSync(file, "utf8"))
    .map((each) => each.toJS() as { spec: { secretName?: string; dnsNames?: string[] } })
    .flatMap(({ spec: { secretName, dnsNames } }): [string, string[]][] =>
      secretName !== undefined && dnsNames !== undefined
        ? [[secretName, dnsNames.map((name) => `DNS:${name}`)]]
        : [],
    );
}

/** Those of the pods stay behind, empty. */
async function removeControlGroups(): Promise<void> {
  const until = performance.now() + emptyMsMax;
  const folders = fs.readdirSync(groupsRoot).map((name) => join(groupsRoot, name, controlGroup));
  for (const folder of folders.filter((each) => fs.existsSync(each)))
    while (!isRemoved(folder) && performance.now() < until) await pause(200);
}

function isRemoved(folder: string): boolean {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !isRemoved(join(folder, entry.name))) return false;
  try {
    fs.rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  if (inside !== undefined) process.exit(1);
}

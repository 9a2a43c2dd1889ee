/**
 * A Kubernetes of one node on this machine. It runs in namespaces of its own for processes, mounts and the network, so
 * that the kernel ends and removes all of it with their first process, however that ends. Only control groups stay.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, openSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type KeyFiles, makeAuthority, makeCertificate } from "./certificates.ts";
import { memberHosts } from "./database.ts";

interface OwnCluster {
  readonly kubeconfig: string;
  /** Throws with the last line of a part that has ended. */
  check(): void;
}

interface Place {
  /** The folder of the programs of Kubernetes, etcd and CoreDNS. */
  readonly programs: string;
  readonly directory: string;
  /** Archives of images. */
  readonly images: readonly string[];
  readonly pauseImage: string;
}

const nodeAddress = "10.10.0.1";
const dnsAddress = "10.97.0.10";
const services = "10.96.0.0/16";
const pods = "10.244.0.0/16";
const socket = "/run/containerd.sock";
/** Where the kernel has its control groups, and the one of the cluster in each. */
export const groupsRoot = "/sys/fs/cgroup";
export const controlGroup = "slipway-cluster";
const podsExpected = 24;
const readyMsMax = 180_000;

/** Call it in the new namespaces. */
export async function startOwnCluster(place: Place): Promise<OwnCluster> {
  const { directory } = place;
  for (const folder of ["logs", "keys", "cni", "cni-state", "kubelet"])
    mkdirSync(join(directory, folder), { recursive: true });
  openNetwork();
  makeControlGroups();
  const keys = makeKeys(join(directory, "keys"));
  const kubeconfig = writeKubeconfig(directory, keys);
  const parts: Part[] = [];
  const start = (name: string, settings: Settings): void =>
    void parts.push(startPart(place, name, settings));
  start("etcd", {
    "data-dir": join(directory, "etcd"),
    "unsafe-no-fsync": "true",
    "log-level": "warn",
  });
  start("containerd", { config: containerdConfig(place) });
  start("kube-apiserver", apiServerSettings(keys));
  await until("the API server", () => kubectl(place, kubeconfig, "get", "--raw", "/readyz"));
  for (const [name, settings] of Object.entries(clientsOfServer(keys)))
    start(name, { kubeconfig, ...settings });
  start("coredns", { conf: corefile(directory, kubeconfig) });
  for (const archive of place.images) run(`ctr -a ${socket} -n k8s.io images import ${archive}`);
  start("kubelet", { kubeconfig, ...kubeletSettings(directory, keys) });
  await until("the node", () =>
    kubectl(place, kubeconfig, "wait", "--for=condition=Ready", "node/node-0", "--timeout=1s"),
  );
  return { kubeconfig, check: () => parts.forEach(mustRun) };
}

type Settings = Readonly<Record<string, string>>;

function clientsOfServer(keys: Keys): Readonly<Record<string, Settings>> {
  return {
    "kube-controller-manager": {
      "leader-elect": "false",
      "root-ca-file": keys.authority.certificate,
      "service-account-private-key-file": keys.accounts,
    },
    "kube-scheduler": { "leader-elect": "false" },
    "kube-proxy": {
      "hostname-override": "node-0",
      "cluster-cidr": pods,
      "proxy-mode": "iptables",
      // These settings of the kernel belong to the whole machine.
      "conntrack-max-per-core": "0",
      "conntrack-tcp-timeout-established": "0s",
      "conntrack-tcp-timeout-close-wait": "0s",
    },
  };
}

function kubeletSettings(directory: string, keys: Keys): Settings {
  return {
    config: kubeletConfig(directory, keys),
    "hostname-override": "node-0",
    "node-ip": nodeAddress,
    "root-dir": join(directory, "kubelet"),
  };
}

interface Part {
  readonly name: string;
  readonly log: string;
  readonly child: ChildProcess;
}

/** A program of ours, else one of the system. */
function startPart({ directory, programs }: Place, name: string, settings: Settings): Part {
  const own = join(programs, name);
  const log = join(directory, "logs", `${name}.log`);
  const out = openSync(log, "a");
  const args = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
  const child = spawn(existsSync(own) ? own : name, args, { stdio: ["ignore", out, out] });
  return { name, log, child };
}

function mustRun({ name, log, child }: Part): void {
  if (child.exitCode === null && child.signalCode === null) return;
  const last = readFileSync(log, "utf8").trim().split("\n").at(-1) ?? "";
  throw new Error(`${name} has ended: ${last}`);
}

/** The node's own address, and those of its DNS and of the database. */
function openNetwork(): void {
  run("mount -t tmpfs tmpfs /run");
  writeFileSync("/run/resolv.conf", `nameserver ${dnsAddress}\n`);
  const commands = [
    // The clients of this program find the gateway by its name, as those in the cluster do.
    "mount --bind /run/resolv.conf /etc/resolv.conf",
    "ip link set lo up",
    "ip link add node0 type bridge",
    "ip link set node0 up",
    `ip address add ${nodeAddress}/24 dev node0`,
    "ip route add default dev node0",
    ...[dnsAddress, ...memberHosts].map((host) => `ip address add ${host}/32 dev lo`),
    "sysctl -w net.ipv4.ip_forward=1 net.bridge.bridge-nf-call-iptables=1",
  ];
  for (const command of commands) run(command);
}

function run(command: string): void {
  const [program = "", ...args] = command.split(" ");
  execFileSync(program, args, { stdio: "pipe" });
}

/** The group of all pods. Together they get what as many processes outside of groups would. */
function makeControlGroups(): void {
  for (const controller of readdirSync(groupsRoot)) {
    const group = join(groupsRoot, controller, controlGroup);
    mkdirSync(group, { recursive: true });
    const settings = {
      "cpu.shares": String(podsExpected * 1_024),
      "cpuset.cpus": readIfThere(join(groupsRoot, controller, "cpuset.cpus")),
      "cpuset.mems": readIfThere(join(groupsRoot, controller, "cpuset.mems")),
    };
    for (const [name, value] of Object.entries(settings))
      if (value !== undefined && existsSync(join(group, name)))
        writeFileSync(join(group, name), value);
  }
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const nodeNames = [
  ...["node-0", "localhost"].map((name) => `DNS:${name}`),
  ...["127.0.0.1", nodeAddress, "10.96.0.1"].map((address) => `IP:${address}`),
];

interface Keys {
  readonly authority: KeyFiles;
  readonly server: KeyFiles;
  readonly admin: KeyFiles;
  /** The key that signs the tokens of service accounts. */
  readonly accounts: string;
}

function makeKeys(folder: string): Keys {
  const authority = makeAuthority(folder, "kubernetes-ca");
  const accounts = join(folder, "accounts.key");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  writeFileSync(accounts, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return {
    authority,
    accounts,
    admin: makeCertificate(folder, authority, { name: "admin", group: "system:masters" }),
    server: makeCertificate(folder, authority, { name: "node-0", alsoNamed: nodeNames }),
  };
}

function writeKubeconfig(directory: string, { authority, admin }: Keys): string {
  const path = join(directory, "kubeconfig");
  const server = `https://${nodeAddress}:6443`;
  const cluster = { server, "certificate-authority": authority.certificate };
  const user = { "client-certificate": admin.certificate, "client-key": admin.key };
  const context = { cluster: "own", user: "admin" };
  return writeJson(path, {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "own",
    clusters: [{ name: "own", cluster }],
    users: [{ name: "admin", user }],
    contexts: [{ name: "own", context }],
  });
}

function apiServerSettings({ authority, server, admin, accounts }: Keys): Settings {
  return {
    "etcd-servers": "http://127.0.0.1:2379",
    "advertise-address": nodeAddress,
    "service-cluster-ip-range": services,
    "tls-cert-file": server.certificate,
    "tls-private-key-file": server.key,
    "client-ca-file": authority.certificate,
    "service-account-issuer": "https://kubernetes.default.svc.cluster.local",
    "service-account-key-file": accounts,
    "service-account-signing-key-file": accounts,
    "kubelet-client-certificate": admin.certificate,
    "kubelet-client-key": admin.key,
    "kubelet-certificate-authority": authority.certificate,
    "kubelet-preferred-address-types": "InternalIP",
    "authorization-mode": "RBAC",
  };
}

/** Without the score of the kernel's killer, which a container may not lower on every machine. */
function containerdConfig({ directory, pauseImage }: Place): string {
  const path = join(directory, "containerd.toml");
  const text = `version = 2
root = ${JSON.stringify(join(directory, "containerd"))}
state = "/run/containerd"
[grpc]
  address = ${JSON.stringify(socket)}
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = ${JSON.stringify(pauseImage)}
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = ${JSON.stringify(join(directory, "cni"))}
`;
  writeFileSync(path, text);
  const addresses = { ranges: [[{ subnet: pods }]], routes: [{ dst: "0.0.0.0/0" }] };
  const ipam = { type: "host-local", dataDir: join(directory, "cni-state"), ...addresses };
  const bridge = { type: "bridge", bridge: "cni0", isGateway: true, hairpinMode: true, ipam };
  writeJson(join(directory, "cni", "10-bridge.conflist"), {
    cniVersion: "0.4.0",
    name: "pods",
    plugins: [bridge, { type: "portmap", capabilities: { portMappings: true } }],
  });
  return path;
}

const noOther = { anonymous: { enabled: false }, webhook: { enabled: false } };

function kubeletConfig(directory: string, { authority, server }: Keys): string {
  return writeJson(join(directory, "kubelet.json"), {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    containerRuntimeEndpoint: `unix://${socket}`,
    cgroupDriver: "cgroupfs",
    cgroupRoot: `/${controlGroup}`,
    failCgroupV1: false,
    failSwapOn: false,
    enforceNodeAllocatable: [],
    tlsCertFile: server.certificate,
    tlsPrivateKeyFile: server.key,
    authentication: { ...noOther, x509: { clientCAFile: authority.certificate } },
    authorization: { mode: "AlwaysAllow" },
    clusterDomain: "cluster.local",
    clusterDNS: [dnsAddress],
    resolvConf: "",
    // The machine's own disk is no part of the rehearsal.
    evictionHard: {
      "memory.available": "100Mi",
      "nodefs.available": "1%",
      "imagefs.available": "1%",
    },
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
  });
}

function corefile(directory: string, kubeconfig: string): string {
  const path = join(directory, "Corefile");
  writeFileSync(
    path,
    `cluster.local:53 {
  bind ${dnsAddress}
  errors
  kubernetes cluster.local {
    kubeconfig ${kubeconfig}
    ttl 5
  }
}
.:53 {
  bind ${dnsAddress}
  template ANY ANY {
    rcode NXDOMAIN
  }
}
`,
  );
  return path;
}

function kubectl({ programs }: Place, kubeconfig: string, ...args: readonly string[]): void {
  execFileSync(join(programs, "kubectl"), ["--kubeconfig", kubeconfig, ...args], { stdio: "pipe" });
}

async function until(what: string, attempt: () => void): Promise<void> {
  const end = performance.now() + readyMsMax;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (performance.now() > end)
        throw new Error(`${what} is not ready after ${readyMsMax / 1_000} s`, { cause: error });
    }
    await pause(1_000);
  }
}

function writeJson(path: string, value: object): string {
  writeFileSync(path, JSON.stringify(value, null, 2), { mode: 0o600 });
  return path;
}

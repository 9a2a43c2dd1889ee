/** The programs of a Kubernetes: built once by Go into `.tools/kubernetes`, and what npm has of MongoDB's tools. */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { go, toolsDirectory } from "../../scripts/go-tools.ts";

const version = "1.36.3";
const kubernetes = `k8s.io/kubernetes v${version}`;
/** A busy machine needs an hour for Kubernetes. */
const buildMsMax = 2 * 3_600_000;
const mongoshVersion = "2.12.0";
/** The programs of Kubernetes and their packages' folders below `cmd`. */
const components =
  "kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy kubectl".split(" ");

/** Programs of one file, which call a module's. */
interface OneFile {
  readonly module: string;
  readonly imports: readonly string[];
  readonly main: string;
}
const others: Readonly<Record<string, OneFile>> = {
  etcd: {
    module: "go.etcd.io/etcd/server/v3 v3.7.3",
    imports: ['"os"', '"go.etcd.io/etcd/server/v3/etcdmain"'],
    main: "etcdmain.Main(os.Args)",
  },
  // With the plugins that a cluster needs: those for the clouds take longer to build than Kubernetes' client.
  coredns: {
    module: "github.com/coredns/coredns v1.15.0",
    imports: [
      '"github.com/coredns/coredns/coremain"',
      ...["bind", "errors", "kubernetes", "template"].map(
        (plugin) => `_ "github.com/coredns/coredns/plugin/${plugin}"`,
      ),
    ],
    main: "coremain.Run()",
  },
};

const folder = join(toolsDirectory, "kubernetes", `v${version}-${process.arch}`);
export const mongoshFolder = join(toolsDirectory, "kubernetes", `mongosh-${mongoshVersion}`);

/** The folder of the programs. Builds those that are missing: up to an hour on a busy machine. */
export async function clusterPrograms(): Promise<string> {
  fs.mkdirSync(folder, { recursive: true });
  const missing = components.filter((name) => !fs.existsSync(join(folder, name)));
  if (missing.length > 0) await buildKubernetes(missing);
  for (const name of Object.keys(others))
    if (!fs.existsSync(join(folder, name))) await buildOther(name);
  if (!fs.existsSync(mongoshFolder)) installMongosh();
  return folder;
}

async function buildKubernetes(missing: readonly string[]): Promise<void> {
  process.stderr.write(`Building ${missing.join(", ")} ${version}, once: a quarter of an hour.\n`);
  await inFolder(async (place) => {
    // The modules that its repository has beside it are published under a version of their own.
    const { GoMod } = JSON.parse(
      await go(["mod", "download", "-json", kubernetes.replace(" ", "@")], place),
    ) as { GoMod: string };
    const beside = fs.readFileSync(GoMod, "utf8").matchAll(/^\t(k8s\.io\/\S+) v0\.0\.0$/gm);
    const published = `v0.${version.slice(2)}`;
    const replaced = [...beside].map(([, name]) => `replace ${name} => ${name} ${published}`);
    writeModule(place, [`require ${kubernetes}`, ...replaced]);
    const flags = ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"].map(
      (name) => `-X ${name}.gitVersion=v${version} -X ${name}.gitMajor=1 -X ${name}.gitMinor=36`,
    );
    const build = ["build", "-mod=mod", "-trimpath", "-ldflags", `-s -w ${flags.join(" ")}`];
    const packages = missing.map((name) => `k8s.io/kubernetes/cmd/${name}`);
    await go([...build, "-o", "built/", ...packages], place, buildMsMax);
    for (const name of missing) fs.renameSync(join(place, "built", name), join(folder, name));
  });
}

async function buildOther(name: string): Promise<void> {
  const { module = "", imports = [], main = "" } = others[name] ?? {};
  process.stderr.write(`Building ${name}, once.\n`);
  await inFolder(async (place) => {
    writeModule(place, [`require ${module}`]);
    const text = `package main\n\nimport (\n${imports.join("\n")}\n)\n\nfunc main() { ${main} }\n`;
    fs.writeFileSync(join(place, "main.go"), text);
    const build = ["build", "-mod=mod", "-trimpath", "-ldflags", "-s -w", "-o", name, "."];
    await go(build, place, buildMsMax);
    fs.renameSync(join(place, name), join(folder, name));
  });
}

function installMongosh(): void {
  const place = fs.mkdtempSync(`${mongoshFolder}-installing-`);
  fs.writeFileSync(join(place, "package.json"), '{ "private": true }\n');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", [...args, `mongosh@${mongoshVersion}`], { cwd: place, stdio: "pipe" });
  fs.renameSync(place, mongoshFolder);
}

function writeModule(place: string, lines: readonly string[]): void {
  fs.writeFileSync(
    join(place, "go.mod"),
    ["module slipway/tool", "go 1.26", ...lines, ""].join("\n"),
  );
}

async function inFolder(work: (place: string) => Promise<void>): Promise<void> {
  const place = fs.mkdtempSync(join(folder, "building-"));
  try {
    await work(place);
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
}

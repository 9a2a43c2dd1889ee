/**
 * The part of an API server that Helm's `lookup` needs: what kinds there are, and some objects. Nothing is written to
 * it.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface LiveCluster {
  readonly url: string;
  close(): Promise<void>;
}

/** The kinds that the chart renders by default. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  v1: ["Service", "ServiceAccount"],
  "apps/v1": ["Deployment", "StatefulSet"],
  "batch/v1": ["Job"],
  "autoscaling/v2": ["HorizontalPodAutoscaler"],
  "networking.k8s.io/v1": ["NetworkPolicy"],
  "policy/v1": ["PodDisruptionBudget"],
};
const groupVersions = Object.keys(kinds);
const notFound = {
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  reason: "NotFound",
  code: 404,
};

/** Serves these objects by their paths, such as /apis/apps/v1/namespaces/booking/deployments/one. */
export async function liveCluster(objects: ReadonlyMap<string, object>): Promise<LiveCluster> {
  const answers = new Map<string, object>([
    ["/version", { major: "1", minor: "36", gitVersion: "v1.36.0" }],
    ["/api", { kind: "APIVersions", versions: ["v1"] }],
    ["/apis", { kind: "APIGroupList", apiVersion: "v1", groups: groups() }],
    ...groupVersions.map((version) => [pathOf(version), resourcesOf(version)] as const),
    ...objects,
  ]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const answer = answers.get(pathname);
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? notFound));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function pathOf(groupVersion: string): string {
  return groupVersion === "v1" ? "/api/v1" : `/apis/${groupVersion}`;
}

function groups(): object[] {
  return groupVersions.flatMap((groupVersion) => {
    const [name, version] = groupVersion.split("/");
    if (version === undefined) return [];
    const preferredVersion = { groupVersion, version };
    return [{ name, versions: [preferredVersion], preferredVersion }];
  });
}

function resourcesOf(groupVersion: string): object {
  const resources = (kinds[groupVersion] ?? []).map((kind) => ({
    kind,
    name: `${kind.toLowerCase().replace(/y$/, "ie")}s`,
    namespaced: true,
    verbs: ["get", "list"],
  }));
  return { kind: "APIResourceList", groupVersion, resources };
}

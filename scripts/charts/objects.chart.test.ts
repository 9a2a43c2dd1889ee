/** Additions that an operator may make to single objects: annotations, a runtime class, paths of the Ingress. */
import { expect, it } from "@jest/globals";
import { everyName, inNamespace, render } from "./helm.ts";
import { type Container, type PodSpec, objectOf, podOf } from "./rendered-objects.ts";

const trial = { dev: { enabled: true } };
const monitors = { podMonitor: { enabled: true }, prometheusRule: { enabled: true } };

const given = render({
  annotations: {
    Deployment: { tier: "app" },
    "Deployment/bookings": { tier: "core" },
    "Job/migrate": { "argocd.argoproj.io/hook": "Sync" },
    Service: { tier: "edge" },
  },
  global: { annotations: { owner: "boats", tier: "any" } },
  service: { annotations: { balancer: "internal" } },
  services: { gateway: { env: { TRUSTED_PROXIES: "1" } } },
  ingress: {
    enabled: true,
    hosts: ["a.example.com", "b.example.com"],
    paths: [{ path: "/api" }, { path: "/octo", pathType: "Exact" }],
  },
});

it("gives objects the annotations of their kind, and those of their kind and component first", async () => {
  const objects = await given;
  const of = (kind: string, name: string): unknown =>
    objectOf(objects, kind, name).metadata["annotations"];
  expect(of("Deployment", "audit")).toEqual({ owner: "boats", tier: "app" });
  expect(of("Deployment", "bookings")).toEqual({ owner: "boats", tier: "core" });
  expect(of("Service", "gateway")).toEqual({ owner: "boats", tier: "edge", balancer: "internal" });
  expect(of("NetworkPolicy", "audit")).toEqual({ owner: "boats", tier: "any" });
  const job = objects.find(({ kind }) => kind === "Job");
  expect(job?.metadata["annotations"]).toMatchObject({ "argocd.argoproj.io/hook": "Sync" });
  expect(podOf(objects, "audit").pod).not.toHaveProperty("runtimeClassName");
});

it("answers several paths of each name, with a type each", async () => {
  const { rules } = objectOf(await given, "Ingress", "gateway").spec as {
    rules: { host: string; http: { paths: { path: string; pathType: string }[] } }[];
  };
  expect(
    rules.map(({ host, http }) => [host, http.paths.map(({ path, pathType }) => [path, pathType])]),
  ).toEqual(
    ["a.example.com", "b.example.com"].map((host) => [
      host,
      [
        ["/api", "Prefix"],
        ["/octo", "Exact"],
      ],
    ]),
  );
});

it("knows the kind of every object that it renders", async () => {
  const values = [
    {
      smokeTest: { existingSecret: { name: "key" } },
      monitoring: { ...monitors, dashboard: { enabled: true } },
    },
    { mongodb: trial, nats: trial, networkPolicy: { gatewayFrom: [inNamespace("a")] } },
    { monitoring: { serviceMonitor: { enabled: true } }, nats: { url: "nats://a:b@bus" } },
    {
      archive: { existingClaim: "archive" },
      services: {
        bookings: { env: { BOOKINGS_KEEP_DAYS: 1 }, kind: "StatefulSet" },
        gateway: { env: { TRUSTED_PROXIES: 1 } },
      },
      ingress: { enabled: true, hosts: ["a.b"] },
      httpRoute: { enabled: true, parentRefs: [{ name: "a" }] },
    },
  ];
  for (const each of values) {
    const kinds = new Set((await render(each)).map(({ kind }) => kind));
    const annotations = Object.fromEntries([...kinds].map((kind) => [kind, { seen: kind }]));
    for (const { kind, metadata } of await render({ ...each, annotations }))
      expect(metadata["annotations"]).toMatchObject({ seen: kind });
  }
});

it("gives jobs and trials the nodes, runtime class, settings and volumes of defaults, and no other pod to keep away from", async () => {
  const nodeAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] },
  };
  const placed = {
    nodeSelector: { pool: "slipway" },
    tolerations: [{ key: "dedicated", operator: "Exists" }],
    priorityClassName: "booking",
    runtimeClassName: "gvisor",
  };
  const certificate = { name: "authority", mountPath: "/authority" };
  const objects = await render({
    mongodb: trial,
    nats: trial,
    defaults: {
      ...placed,
      affinity: { nodeAffinity, podAntiAffinity: {} },
      env: { NODE_EXTRA_CA_CERTS: "/authority/ca.crt", LOG_LEVEL: null },
      envFrom: [{ configMapRef: { name: "settings" } }],
      extraVolumes: [{ name: "authority", configMap: { name: "authority" } }],
      extraVolumeMounts: [certificate],
    },
    archive: { existingClaim: "archive" },
    smokeTest: { existingSecret: { name: "key" } },
    services: { bookings: { env: { BOOKINGS_KEEP_DAYS: 1 } } },
  });
  for (const name of everyName) {
    const affinity = { nodeAffinity, podAntiAffinity: {} };
    expect(podOf(objects, name).pod).toMatchObject({ ...placed, affinity });
  }
  const others = objects.flatMap(podsIn).filter((pod) => nameOf(pod) !== "slipway");
  const names = ["archive", "migrate-all", "mongodb", "nats", "smoke-test"];
  expect(others.map(nameOf).toSorted()).toEqual(names);
  for (const pod of others) expect(pod).toMatchObject({ ...placed, affinity: { nodeAffinity } });
  for (const { containers, volumes } of others.filter((pod) => /^a|^mi/.test(nameOf(pod)))) {
    const { env, envFrom, volumeMounts } = containers[0] as Container & { envFrom: unknown };
    expect(env).toContainEqual({ name: "NODE_EXTRA_CA_CERTS", value: "/authority/ca.crt" });
    expect(env?.map(({ name }) => name)).not.toContain("LOG_LEVEL");
    expect(envFrom).toEqual([{ configMapRef: { name: "settings" } }]);
    expect(volumeMounts).toContainEqual(certificate);
    expect(volumes).toContainEqual(expect.objectContaining({ name: "authority" }));
  }
});

/** The pods of an object, wherever in it they are. */
function podsIn(part: unknown): PodSpec[] {
  if (typeof part !== "object" || part === null) return [];
  if ("containers" in part) return [part as PodSpec];
  return Object.values(part).flatMap(podsIn);
}

function nameOf({ containers }: PodSpec): string {
  return (containers[0] as Container & { name: string }).name;
}

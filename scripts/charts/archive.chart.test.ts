/** The job that files old bookings, as the chart renders it. */
import assert from "node:assert/strict";
import { afterEach, expect, it } from "@jest/globals";
import { readArguments } from "../../server/src/cli/read-arguments.ts";
import { clusterOfCommands } from "../../server/src/settings/config.ts";
import { type Rendered, type Values, needed, refusalFor, render } from "./helm.ts";
import { type PodSpec, objectOf, podOf } from "./rendered-objects.ts";

const services = { bookings: { env: { BOOKINGS_KEEP_DAYS: 730 } } };
const archive = { existingClaim: "bookings-of-old" };
const given = render({ services, archive });
/** With a user of NATS for each service, and a group that the cluster assigns. */
const other = render({
  services,
  archive: { ...archive, podSecurityContext: { fsGroup: null } },
  nats: { existingSecret: { name: "bus", perService: true } },
});

const before = process.env;
afterEach(() => {
  process.env = before;
});

it("is there once a claim is named, and runs once at a time", async () => {
  const unasked = await render({ services });
  expect(unasked.filter(({ kind }) => kind === "CronJob")).toEqual([]);
  expect(JSON.stringify(unasked)).not.toContain("one-slipway-archive");
  const { spec } = objectOf(await given, "CronJob", "archive");
  expect(spec).toMatchObject({
    schedule: "30 3 * * *",
    concurrencyPolicy: "Forbid",
  });
  expect(spec).not.toHaveProperty("timeZone");
  expect(jobOf(await given)).toMatchObject({ backoffLimit: 6, activeDeadlineSeconds: 21_600 });
});

it("runs a command that the program knows, in the cluster that the services are in", async () => {
  const { container } = containerOf(await given);
  const [program, ...words] = container.args ?? [];
  expect(program).toBe("slipway.js");
  const flags = { to: "/archive" };
  expect(readArguments(words)).toMatchObject({ command: { name: "bookings archive" }, flags });
  const { env = [] } = container;
  process.env = Object.fromEntries(
    env.map(({ name, value, valueFrom }) => {
      assert.equal(valueFrom === undefined, name !== "NATS_URL");
      return [name, value ?? "nats://bus:4222"];
    }),
  );
  expect(clusterOfCommands()).toEqual({ natsUrl: "nats://bus:4222", namespace: "slipway" });
});

it("has the operator's user of NATS where each service has its own, and no other secret", async () => {
  const { container } = containerOf(await other);
  expect(container.env?.filter(({ valueFrom }) => valueFrom)).toEqual([
    { name: "NATS_URL", valueFrom: { secretKeyRef: { name: "bus", key: "operator" } } },
  ]);
});

it("writes to the named claim alone, as a group that may, and is as restricted as a service", async () => {
  const { pod, container } = containerOf(await given);
  const service = podOf(await given, "bookings");
  expect(pod.securityContext).toEqual({ ...service.pod.securityContext, fsGroup: 65_532 });
  expect(container.securityContext).toEqual(service.container.securityContext);
  expect(container.image).toBe(service.container.image);
  expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
  expect(container.volumeMounts).toEqual([{ name: "archive", mountPath: "/archive" }]);
  const persistentVolumeClaim = { claimName: "bookings-of-old" };
  expect(pod.volumes).toEqual([{ name: "archive", persistentVolumeClaim }]);
  expect(containerOf(await other).pod.securityContext).not.toHaveProperty("fsGroup");
});

it("reaches names and NATS alone, and nobody reaches it", async () => {
  const { spec } = objectOf(await given, "NetworkPolicy", "archive");
  expect(spec).toMatchObject({ policyTypes: ["Ingress", "Egress"], ingress: [] });
  const { to } = (needed["networkPolicy"] as { nats: { to: object } }).nats;
  const [, ...others] = spec["egress"] as object[];
  expect(others).toEqual([{ to, ports: [{ protocol: "TCP", port: 4222 }] }]);
  const { template } = jobOf(await given) as { template: { metadata: { labels: object } } };
  const { matchLabels } = spec["podSelector"] as { matchLabels: object };
  expect(template.metadata.labels).toMatchObject(matchLabels);
});

it.each<Values>([{}, { services: { bookings: { env: { BOOKINGS_KEEP_DAYS: 0 } } } }])(
  "is refused where bookings are kept for ever: %j",
  async (values) => {
    expect(await refusalFor({ ...values, archive })).toContain(
      "archive.existingClaim needs services.bookings.env.BOOKINGS_KEEP_DAYS, after how many days a booking is archived: with 0 all are kept for ever.",
    );
  },
);

function jobOf(objects: readonly Rendered[]): object {
  const { spec } = objectOf(objects, "CronJob", "archive").spec["jobTemplate"] as { spec: object };
  return spec;
}

function containerOf(objects: readonly Rendered[]) {
  const { template } = jobOf(objects) as { template: { spec: PodSpec } };
  const [container] = template.spec.containers;
  assert.ok(container);
  return { pod: template.spec, container };
}

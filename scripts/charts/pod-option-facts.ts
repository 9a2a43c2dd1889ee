/** What pods may be given beside the defaults, and what they never have. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { everyName } from "./each-service-facts.ts";
import type { Fact } from "./facts.ts";
import { type Rendered, installations, render } from "./helm.ts";
import { objectOf, podOf, settingsOf } from "./rendered-objects.ts";

const mount = { name: "trusted-ca", mountPath: "/etc/slipway/ca", readOnly: true };
const items = [{ key: "root.pem", path: "ca.crt" }];

export const podOptionFacts: readonly Fact[] = [
  {
    name: "no pod has an emptyDir, for which kubectl drain would refuse it; a MongoDB for a trial alone",
    async holds() {
      for (const { path } of installations()) {
        const { fullnameOverride: _, ...values } = parse(readFileSync(path, "utf8")) as object & {
          fullnameOverride?: string;
        };
        const having = (await render(values as Record<string, unknown>))
          .filter((object) => JSON.stringify(object).includes('"emptyDir"'))
          .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
        assert.deepEqual(
          having.filter((name) => name !== "Deployment one-slipway-mongodb"),
          [],
        );
      }
    },
  },
  {
    name: "an authority of one's own is mounted in every pod, beside other volumes, and Node is told of it",
    async holds() {
      const own = { name: "own", configMap: { name: "own" } };
      const ownMount = { name: "own", mountPath: "/own" };
      const objects = await render({
        ca: { existingConfigMap: { name: "authority", key: "root.pem" } },
        services: { audit: { extraVolumes: [own], extraVolumeMounts: [ownMount] } },
      });
      const volume = { name: "trusted-ca", configMap: { name: "authority", items } };
      for (const name of everyName) {
        const { pod, container } = podOf(objects, name);
        const isAudit = name === "audit";
        assert.deepEqual(pod.volumes, isAudit ? [volume, own] : [volume]);
        assert.deepEqual(container.volumeMounts, isAudit ? [mount, ownMount] : [mount]);
        const variable = settingsOf(objects, name)["NODE_EXTRA_CA_CERTS"];
        assert.equal(variable, `${mount.mountPath}/${items[0]?.path}`);
      }
    },
  },
  {
    name: "the authority may be in a secret instead, and by default there is none",
    async holds() {
      const ca = { existingSecret: { name: "authority", key: "root.pem" } };
      const { pod } = podOf(await render({ ca }), "bookings");
      const volume = { name: "trusted-ca", secret: { secretName: "authority", items } };
      assert.deepEqual(pod.volumes, [volume]);
      const objects = await render();
      assert.ok(!("NODE_EXTRA_CA_CERTS" in settingsOf(objects, "bookings")));
      assert.deepEqual(podOf(objects, "bookings").container.volumeMounts, undefined);
    },
  },
  {
    name: "DNS settings and lines of /etc/hosts stand in the pods that they are given to, and in that of helm test",
    async holds() {
      const dns = { dnsPolicy: "None", dnsConfig: { nameservers: ["192.0.2.53"] } };
      const hostAliases = [{ ip: "192.0.2.9", hostnames: ["db.example.com"] }];
      const objects = await render({
        defaults: dns,
        services: { auth: { hostAliases } },
        smokeTest: { existingSecret: { name: "key" } },
      });
      const told = ({ dnsPolicy, dnsConfig, hostAliases: lines }: Record<string, unknown>) => [
        { dnsPolicy, dnsConfig },
        lines,
      ];
      for (const name of everyName) {
        const pod = podOf(objects, name).pod as unknown as Record<string, unknown>;
        assert.deepEqual(told(pod), [dns, name === "auth" ? hostAliases : undefined]);
      }
      assert.deepEqual(told(objectOf(objects, "Pod", "smoke-test").spec), [dns, undefined]);
    },
  },
  {
    name: "an autoscaler takes metrics of one's own beside processor time, or instead of it",
    async holds() {
      const own = {
        type: "Pods",
        pods: {
          metric: { name: "http_requests_per_second" },
          target: { type: "AverageValue", averageValue: "150" },
        },
      };
      const cpu = {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } },
      };
      const metricsOf = async (autoscaling: object): Promise<unknown> => {
        const objects = await render({ services: { gateway: { autoscaling } } });
        return objectOf(objects, "HorizontalPodAutoscaler", "gateway").spec["metrics"];
      };
      assert.deepEqual(await metricsOf({}), [cpu]);
      assert.deepEqual(await metricsOf({ metrics: [own] }), [cpu, own]);
      assert.deepEqual(await metricsOf({ metrics: [own], cpu: 0 }), [own]);
    },
  },
  {
    name: "every pod, and that of helm test, asks for names at the usual places alone: the pods of two namespaces, NodeLocal DNSCache, OpenShift's port",
    async holds() {
      const objects = await render({ smokeTest: { existingSecret: { name: "key" } } });
      const key = "kubernetes.io/metadata.name";
      const dnsNamespaces = ["kube-system", "openshift-dns"];
      for (const name of [...everyName, "smoke-test"])
        assert.deepEqual(dnsOf(objects, name), [
          [
            {
              namespaceSelector: {
                matchExpressions: [{ key, operator: "In", values: dnsNamespaces }],
              },
            },
            { ipBlock: { cidr: "169.254.20.10/32" } },
          ],
          ["UDP 53", "TCP 53", "UDP 5353", "TCP 5353"],
        ]);
    },
  },
];

/** Where a pod may ask for names, and at which ports. */
function dnsOf(objects: readonly Rendered[], service: string): unknown {
  const { egress } = objectOf(objects, "NetworkPolicy", service).spec as {
    egress: { to: object[]; ports: { protocol: string; port: number }[] }[];
  };
  const dns = egress.find(({ ports }) => ports.some(({ port }) => port === 53));
  return [dns?.to, dns?.ports.map(({ protocol, port }) => `${protocol} ${port}`)];
}

import { describeSelling } from "./selling.ts";
import { startTestCluster } from "./test-cluster.ts";

describeSelling("in a cluster over NATS", () => startTestCluster(import.meta.url));

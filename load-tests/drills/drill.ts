/** A drill: what goes wrong, on one server with its own database or on a cluster of few processes. */
import * as sites from "../chaos/site.ts";
import { type DrillReport, withLoad } from "./with-load.ts";

export interface Place {
  /** Empty, and of this drill alone. */
  readonly directory: string;
  /** How long the fault lasts. */
  readonly ms: number;
}

export interface Drill {
  readonly does: string;
  /** Answers a sentence where this machine cannot do it. */
  readonly run: (place: Place) => Promise<DrillReport | string>;
}

type Course = Parameters<Parameters<typeof withLoad>[1]>[0];

/** The fault of a drill, while clients buy. It is over when this resolves. */
type Happening<On> = (on: On, course: Course & Place) => Promise<void>;

export function serverDrill(does: string, happen: Happening<sites.OneServer>): Drill {
  const run = (place: Place): Promise<DrillReport> =>
    sites.held(sites.openServer(place), (site) =>
      withLoad(site, (course) => happen(site, { ...course, ...place })),
    );
  return { does, run };
}

/** @param envOf settings of its processes, which may need a file in its directory. */
export function clusterDrill(
  does: string,
  happen: Happening<sites.ClusterSite>,
  envOf: (directory: string) => Record<string, string> = () => ({}),
): Drill {
  const run = (place: Place): Promise<DrillReport> => {
    const env = { RATE_LIMIT_RPS: "0", ...envOf(place.directory) };
    return sites.held(sites.openClusterSite({ ...place, env, isLean: true }), (site) =>
      withLoad(site, (course) => happen(site, { ...course, ...place })),
    );
  };
  return { does, run };
}

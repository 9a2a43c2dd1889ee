/** A drill: what goes wrong, on one server with its own database or on a cluster of few processes. */
import { type ClusterSite, type OneServer, openClusterSite, openServer } from "../chaos/site.ts";
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

/** Closes the installation, whatever becomes of the work on it. */
export async function onServer<Result>(
  directory: string,
  work: (installation: OneServer) => Promise<Result>,
): Promise<Result> {
  const installation = await openServer({ directory });
  try {
    return await work(installation);
  } finally {
    await installation.stop();
  }
}

export function serverDrill(does: string, happen: Happening<OneServer>): Drill {
  const run = (place: Place): Promise<DrillReport> =>
    onServer(place.directory, (installation) =>
      withLoad(installation, (course) => happen(installation, { ...course, ...place })),
    );
  return { does, run };
}

/** @param envOf settings of its processes, which may need a file in its directory. */
export function clusterDrill(
  does: string,
  happen: Happening<ClusterSite>,
  envOf: (directory: string) => Record<string, string> = () => ({}),
): Drill {
  const run = async (place: Place): Promise<DrillReport> => {
    const { directory } = place;
    const env = { RATE_LIMIT_RPS: "0", ...envOf(directory) };
    const site = await openClusterSite({ directory, env, isLean: true });
    try {
      return await withLoad(site, (course) => happen(site, { ...course, ...place }));
    } finally {
      await site.stop();
    }
  };
  return { does, run };
}

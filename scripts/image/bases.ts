/** The images on which a Dockerfile builds, as its ARGs before the first FROM name them. */

export interface Base {
  /** The argument of the Dockerfile, such as BUILD_IMAGE. */
  readonly argument: string;
  /** Its name with its tag, which is what is looked up. */
  readonly image: string;
  /** sha256:...; undefined where a tag alone names it. */
  readonly digest: string | undefined;
}

const argumentPattern = /^ARG (\w+_IMAGE)=([^@\s]+)(?:@(sha256:[0-9a-f]{64}))?$/gm;

export function basesOf(dockerfile: string): Base[] {
  return [...dockerfile.matchAll(argumentPattern)].map(([, argument = "", image = "", digest]) => ({
    argument,
    image,
    digest,
  }));
}

/** The Dockerfile with another digest of one of its bases. */
export function withDigest(dockerfile: string, { argument, image }: Base, digest: string): string {
  return dockerfile.replaceAll(argumentPattern, (line: string, name: string) =>
    name === argument ? `ARG ${argument}=${image}@${digest}` : line,
  );
}

/** The program and the arguments that say what a tag names now: a list for all platforms, or one image. */
export function lookUpOf({ image }: Base): string[] {
  return ["docker", "buildx", "imagetools", "inspect", "--format", "{{json .Manifest}}", image];
}

/** The digest in what that has said; undefined where there is none. */
export function digestIn(output: string): string | undefined {
  return /"digest":\s*"(sha256:[0-9a-f]{64})"/.exec(output)?.[1];
}

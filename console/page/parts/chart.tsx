/** A drawing as wide as the page. Readers of the screen have the words or the table beside it. */
import type { ComponentChildren } from "preact";

interface Given {
  /** What of the drawing's own units is seen. */
  readonly left?: number;
  readonly width: number;
  readonly height: number;
  readonly children: ComponentChildren;
}

export function Chart({ left = 0, width, height, children }: Given) {
  return (
    <svg
      class="chart"
      viewBox={`${left} 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** A drawing as wide as the page. Readers of the screen have the words or the table beside it. */
import type { ComponentChildren } from "preact";

interface Given {
  /** The visible part of the drawing, in its own units. */
  readonly left?: number;
  readonly width: number;
  readonly height: number;
  /** Hears where the pointer is, from 0 at the left to 1. */
  readonly point?: ((place: number) => void) | undefined;
  readonly children: ComponentChildren;
}

export function Chart({ left = 0, width, height, point, children }: Given) {
  return (
    <svg
      class="chart"
      viewBox={`${left} 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={
        point && (({ offsetX, currentTarget }) => point(offsetX / currentTarget.clientWidth))
      }
    >
      {children}
    </svg>
  );
}

/** Names for the colours of a drawing. */
export function Legend({ names }: { names: readonly string[] }) {
  return (
    <p>
      {names.map((name, index) => (
        <span key={index}>
          <span class={`swatch ${seriesOf(index)}`} />
          {name}{" "}
        </span>
      ))}
    </p>
  );
}

/** As many colours as the style sheet has; further ones begin again. */
export function seriesOf(index: number): string {
  return `series-${index % 4}`;
}

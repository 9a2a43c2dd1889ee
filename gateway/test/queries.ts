/** The series and the labels that a query of Prometheus asks for, by the parser of Prometheus' own editor. */
import assert from "node:assert";
import { parser } from "@prometheus-io/lezer-promql";

export interface AskedSeries {
  readonly name: string;
  /** Labels of its matchers, and labels that the aggregations around it keep. */
  readonly labels: readonly string[];
}

type Node = ReturnType<typeof parser.parse>["topNode"];

/** Throws where the query has an error. */
export function seriesOf(query: string): AskedSeries[] {
  const found: AskedSeries[] = [];
  const textOf = ({ from, to }: Node): string => query.slice(from, to);
  const addBelow = (node: Node, kept: readonly string[]): void => {
    assert(!node.type.isError, `an error at ${node.from} of ${query}`);
    if (node.name === "VectorSelector") {
      const [name] = node.getChildren("Identifier");
      assert(name, `a series without a name in ${query}`);
      found.push({ name: textOf(name), labels: [...kept, ...labelsIn(node).map(textOf)] });
    }
    const grouping = node.getChildren("AggregateModifier").flatMap(labelsIn).map(textOf);
    for (const child of childrenOf(node)) addBelow(child, [...kept, ...grouping]);
  };
  addBelow(parser.parse(query).topNode, []);
  return found;
}

/** Every name of a label below a node, however deep. */
function labelsIn(node: Node): Node[] {
  if (node.name === "LabelName") return [node];
  return childrenOf(node).flatMap(labelsIn);
}

function childrenOf({ firstChild }: Node): Node[] {
  const children: Node[] = [];
  for (let child = firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

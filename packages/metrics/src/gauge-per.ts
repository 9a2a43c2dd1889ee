import { Gauge } from "prom-client";
import { registry } from "./registry.ts";

type Read = () => number;

/** A gauge for each value of one label; a later reader of a value takes the place of an earlier one. */
export function gaugePer(
  label: "database" | "name",
  name: string,
  help: string,
): (value: string, read: Read) => () => void {
  const readers = new Map<string, Read>();
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      gauge.reset();
      for (const [value, read] of readers) gauge.set({ [label]: value }, read());
    },
  });
  return (value, read) => {
    readers.set(value, read);
    return () => {
      if (readers.get(value) === read) readers.delete(value);
    };
  };
}

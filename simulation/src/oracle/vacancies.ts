/**
 * V6: vacancies follow each change of a resource or requirement that was answered, and show none that may still be undone.
 * They are asked for departures that are never booked, so resources alone decide them.
 */
import type { OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Document } from "../engine/document.ts";
import type { Entry, Server } from "../engine/server.ts";
import type { Option } from "../fixture.ts";
import { Violation } from "../violation.ts";
import type { ResourceDocument } from "./records.ts";

type Answer = Pick<OutputOf<typeof resourcesCapacity.listVacancies>, "parties" | "resources">;

interface Version {
  readonly resource: ResourceDocument;
  /** When it became durable. */
  readonly at: number;
  isAnswered: boolean;
}

/** A change that was sent, and the first version that may be its own. */
interface Change {
  readonly resourceId: string;
  readonly from: number;
}

interface Question {
  readonly option: Option;
  /** By resource: the oldest version that may be shown. */
  readonly from: ReadonlyMap<string, number>;
  /** Versions that the primary has had since the question, durable or not. */
  readonly present: ResourceDocument[];
}

/** A process that keeps resources reads them again after ten seconds, by clocks that leap. */
const keptMsMax = 20_000;

export class Vacancies {
  readonly #time: { readonly now: number };
  /** The resources as the primary has them, durable or not. */
  readonly #present: ReadonlyMap<string, Document>;
  /** By resource: every durable version, in their order. */
  readonly #versions = new Map<string, Version[]>();
  readonly #questions = new Set<Question>();

  /** @param time the true time. */
  constructor(time: { readonly now: number }, capacity: Server) {
    this.#time = time;
    this.#present = capacity.table("resources").documents;
    capacity.onWritten((entry) => this.#writtenHere(entry));
    capacity.onDurable((entry) => this.#written(entry));
  }

  #written({ table, after }: Entry): void {
    if (table !== "resources" || !after) return;
    const version = { resource: after as never, at: this.#time.now, isAnswered: false };
    this.#versions.set(after._id, [...this.#versionsOf(after._id), version]);
  }

  /** A write that a fail-over may undo. */
  #writtenHere({ table, after }: Entry): void {
    if (table !== "resources" || !after) return;
    for (const { present } of this.#questions) present.push(after as never);
  }

  begun(resourceId: string): Change {
    return { resourceId, from: Math.max(0, this.#versionsOf(resourceId).length - 1) };
  }

  /** From now on nothing before the first version that the change may have made is shown. */
  answered({ resourceId, from }: Change, isMade: (resource: ResourceDocument) => boolean): void {
    const made = this.#versionsOf(resourceId)
      .slice(from)
      .find(({ resource }) => isMade(resource));
    if (made) made.isAnswered = true;
  }

  asked(option: Option): Question {
    const present = [...this.#present.values()] as unknown as ResourceDocument[];
    const from = new Map([...this.#versions].map(([id, all]) => [id, this.#oldest(all)]));
    const question = { option, from, present };
    this.#questions.add(question);
    return question;
  }

  /**
   * @param answer undefined where none came.
   * @param mayBeUndone a lone node shows what its journal lacks, but nothing that it has lost.
   */
  isAnswered(question: Question, answer: Answer | undefined, mayBeUndone: boolean): void {
    this.#questions.delete(question);
    if (!answer) return;
    const { option, from, present } = question;
    const right = [...this.#versions].map(([id, all]) => {
      const durable = all.slice(from.get(id) ?? 0).map(({ resource }) => resource);
      const early = mayBeUndone ? present.filter(({ _id }) => _id === id) : [];
      return [...new Set([...durable, ...early].map((each) => linkOf(each, option)))];
    });
    const shown = shownIn(answer);
    const words = combined(right).map(wordOf);
    if (words.includes(shown)) return;
    throw new Violation("V6", `${option.id} has ${shown}, not ${words.join(" or ")}`);
  }

  #versionsOf(resourceId: string): Version[] {
    return this.#versions.get(resourceId) ?? [];
  }

  /** The process that made a change may have crashed before the others learnt of it: these read again in time. */
  #oldest(versions: readonly Version[]): number {
    const seen = this.#time.now - keptMsMax;
    return Math.max(
      0,
      versions.findLastIndex(({ isAnswered, at }) => isAnswered || at < seen),
    );
  }
}

/** The link of an option to a resource, as JSON: the resource's id and places, and the travellers that they take. */
function linkOf(resource: ResourceDocument, { id, pricingPer }: Option): string {
  const { _id, live, quantity, capacityPerResource, requirements } = resource;
  const need = requirements.find(({ optionId }) => optionId === id);
  if (!live || !need) return "null";
  const units = Math.min(quantity, need.maxQuantity ?? quantity);
  const travellers =
    pricingPer === "UNIT"
      ? Math.floor((units * capacityPerResource) / need.quantity)
      : (units < need.quantity ? 0 : units) * capacityPerResource;
  return JSON.stringify([_id, quantity * capacityPerResource, travellers]);
}

type Link = readonly [id: string, places: number, travellers: number];

/** One of each, in every combination. */
function combined(each: readonly (readonly string[])[]): Link[][] {
  let all: Link[][] = [[]];
  for (const some of each)
    all = all.flatMap((links) =>
      some.map((text) => [
        ...links,
        ...([JSON.parse(text)] as (Link | null)[]).filter((one) => one !== null),
      ]),
    );
  return all;
}

function wordOf(links: readonly Link[]): string {
  const travellers = Math.min(...links.map(([, , each]) => each));
  const places = links.map(([id, each]) => `${id}: ${each}`).toSorted();
  return `${links.length === 0 ? null : travellers} (${places.join(", ")})`;
}

function shownIn({ parties, resources }: Answer): string {
  const places = resources.map(({ resourceId, vacancies }) => `${resourceId}: ${vacancies[0]}`);
  return `${parties ? parties.capacity[0] : null} (${places.toSorted().join(", ")})`;
}

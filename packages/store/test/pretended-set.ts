/** A replica set of pretended members, whose primary a test chooses. */
import mongoose from "mongoose";
import { type Command, type PretendedMember, pretendMember } from "./pretended-member.ts";

const { ObjectId } = mongoose.mongo;

export interface PretendedSet {
  readonly uri: string;
  readonly members: readonly PretendedMember[];
  /** Makes this member primary of a new term; undefined: there is none. */
  elect(primary: number | undefined): void;
  close(): Promise<void>;
}

/** Starts members of one set; `answer` replies to what is not known here. */
export async function pretendSet(
  size: number,
  answer: (command: Command) => object | undefined = () => ({ ok: 1 }),
): Promise<PretendedSet> {
  const members: PretendedMember[] = [];
  const state = { primary: 0 as number | undefined, electionId: new ObjectId() };
  const answerAll = (index: number) => (command: Command) => {
    if ("buildInfo" in command) return { ok: 1, version: "8.0.4", modules: [] };
    if (state.primary !== index) return { ok: 0, code: 10_107, errmsg: "not primary" };
    return answer(command);
  };
  const helloOf = (index: number) => (): object => ({
    setName: "rs0",
    setVersion: 1,
    hosts: members.map(({ address }) => address),
    me: members[index]?.address,
    isWritablePrimary: state.primary === index,
    secondary: state.primary !== index,
    ...(state.primary === index ? { electionId: state.electionId } : {}),
  });
  for (let index = 0; index < size; index++)
    members.push(await pretendMember(helloOf(index), answerAll(index)));
  return {
    uri: `mongodb://${members.map(({ address }) => address).join(",")}/?replicaSet=rs0`,
    members,
    elect(primary) {
      state.primary = primary;
      state.electionId = new ObjectId();
    },
    async close() {
      await Promise.all(members.map((member) => member.close()));
    },
  };
}

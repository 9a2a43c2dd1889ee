import { shownWithProof } from "@slipway/delivery";
import type { AnsweredChannel } from "../record/channel.ts";

/** Channels as they are answered: with when the origins of their addresses were proven. */
export const { shown, allShown } = shownWithProof<AnsweredChannel>(
  ({ endpointUrl }) => endpointUrl,
);

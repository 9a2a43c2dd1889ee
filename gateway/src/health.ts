import type { RequestHandler } from "express";
import type { ServiceBroker } from "@slipway/broker";
import { sendJson } from "./answers.ts";
import { rows } from "./routes.ts";

interface Registry {
  actions: { isAvailable(name: string): boolean | undefined };
}

/** The actions that the routes call. */
const needed = [
  ...new Set(
    rows
      .flatMap(({ contract, join }) => join?.of ?? (contract ? [contract] : []))
      .map((c) => c.name),
  ),
];

/** Whether every action that a route calls is served by somebody on the bus. */
export function servesEveryRoute(broker: ServiceBroker): boolean {
  const { actions } = broker.registry as unknown as Registry;
  return needed.every((name) => actions.isAvailable(name) === true);
}

/** The event loop answers, nothing else is asked. */
export const livez: RequestHandler = (_request, response) => {
  sendJson(response, 200, { status: "live" });
};

/** 200 while every part works, else 503. */
export function readyz(isReady: () => boolean): RequestHandler {
  return (_request, response) => sendState(response, isReady(), "ready");
}

/** 200 from the first moment on that every part works. */
export function startupz(isReady: () => boolean): RequestHandler {
  let started = false;
  return (_request, response) => {
    started ||= isReady();
    sendState(response, started, "started");
  };
}

function sendState(response: Parameters<RequestHandler>[1], is: boolean, word: string): void {
  sendJson(response, is ? 200 : 503, { status: is ? word : `not ${word}` });
}

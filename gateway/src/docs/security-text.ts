/** GET /.well-known/security.txt (RFC 9116): where the finder of a weakness reaches the operator of this installation. */
import type { RequestHandler } from "express";
import type { AnswerCount } from "../http/kept-answer.ts";

/** The standard wants less than a year. */
const validMs = 90 * 86_400_000;

/** Answers the contact, which is a URI. The answer is valid for 90 days from the request on. */
export function securityText(contact: string, count: AnswerCount): RequestHandler {
  return ({ ip = "" }, response) => {
    count(ip);
    const expiresAt = new Date(Date.now() + validMs).toISOString();
    const text = `Contact: ${contact}\nExpires: ${expiresAt}\nPreferred-Languages: en\n`;
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" };
    response.writeHead(200, headers).end(text);
  };
}

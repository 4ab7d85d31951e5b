import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

const KNOWN = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Next makes a fault of a method that its Request does not know, TRACE above all, and answers 500. Such a request goes on
 * as one that it knows and nothing here takes, so that it is refused in words.
 */
export function tameOddMethods(): void {
  subscribe("http.server.request.start", (event) => {
    const { request } = event as { request: IncomingMessage };
    if (!KNOWN.includes(request.method ?? "")) request.method = "PUT";
  });
}

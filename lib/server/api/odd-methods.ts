import "server-only";
import type { IncomingMessage } from "node:http";

const KNOWN = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Next makes a fault of a method that its Request does not know, TRACE above all, and answers 500. Such a request goes on
 * as one that it knows and nothing here takes, so that it is refused in words.
 */
export function tameOddMethod(request: IncomingMessage): void {
  if (!KNOWN.includes(request.method ?? "")) request.method = "PUT";
}

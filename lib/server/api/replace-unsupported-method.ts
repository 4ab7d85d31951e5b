import "server-only";
import type { IncomingMessage } from "node:http";

const SUPPORTED_METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Replaces a method that Next's Request does not support, such as TRACE, by PUT. Next would throw and answer 500;
 * no route accepts PUT, so the client gets a proper 405.
 */
export function replaceUnsupportedMethod(request: IncomingMessage): void {
  if (!SUPPORTED_METHODS.includes(request.method ?? "")) request.method = "PUT";
}

import "server-only";
import type { IncomingMessage } from "node:http";

const SUPPORTED_METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Replaces a method that the Request class does not support, such as TRACE, by PUT. Next.js would throw and return 500;
 * no route accepts PUT, so the client gets a 405.
 */
export function replaceUnsupportedMethod(request: IncomingMessage): void {
  if (!SUPPORTED_METHODS.includes(request.method ?? "")) request.method = "PUT";
}

import "server-only";
import type { IncomingMessage } from "node:http";

const SUPPORTED_METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Works around a limitation of Next.js 16, which throws and returns 500 for a method that the Request class does not support, such as
 * TRACE. Replaces it by PUT; no route accepts PUT, so the client gets a 405.
 */
export function replaceUnsupportedMethod(request: IncomingMessage): void {
  if (!SUPPORTED_METHODS.includes(request.method ?? "")) request.method = "PUT";
}

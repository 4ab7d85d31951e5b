import "server-only";
import { randomUUID } from "node:crypto";
import { env } from "@/lib/env";
import { maskNumbers } from "@/lib/server/base/redact.mjs";
import { DEVICE_COOKIE, IDLE_HEADER, PAGE_ID_HEADER, SESSION_COOKIE } from "@/lib/session";
import type { RequestContext } from "./context";

/** Reads the request's headers. A cookie never authenticates API calls, only Authorization does, so CSRF is not possible. */
export function requestContext(headers: Headers): RequestContext {
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(headers.get("authorization") ?? "");
  const readCookie = (name: string, pattern: string) =>
    new RegExp(`(?:^|;\\s*)${name}=(${pattern})(?:;|$)`).exec(headers.get("cookie") ?? "")?.[1] ?? null;
  return {
    ...callerDetailsOf(headers),
    token: bearer?.[1] ?? null,
    sessionCookie: readCookie(SESSION_COOKIE, "[\\w-]{20,200}"),
    deviceCookie: readCookie(DEVICE_COOKIE, "[\\w.~-]{20,1000}"),
    setCookies: [],
    pageId: validIdOrNull(headers.get(PAGE_ID_HEADER)),
    idempotencyKey: validIdOrNull(headers.get("idempotency-key")),
    isUnattended: headers.has(IDLE_HEADER),
  };
}

/** Returns IP address, device and request id of a caller, without any token. */
export const callerDetailsOf = (headers: Headers) => ({
  address: ipAddressOf(headers),
  device: maskNumbers((headers.get("user-agent") ?? "unknown").slice(0, 300)),
  requestId: validIdOrNull(headers.get("x-request-id")) ?? randomUUID(),
});

/** Returns a request id or idempotency key from a header; null if malformed. */
const validIdOrNull = (name: string | null) => (name && /^[\w-]{8,100}$/.test(name) ? name : null);

/**
 * Returns the IP address seen by the outermost trusted proxy. Without proxies, X-Forwarded-For contains only the
 * socket's address: instrumentation removes the client's value before Next.js sets it.
 */
export function ipAddressOf(headers: Headers): string {
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const address = hops.at(-Math.max(1, env().trustedProxies)) ?? hops[0];
  // Removes the prefix `::ffff:`, with which dual-stack sockets report IPv4 addresses.
  return address?.replace(/^::ffff:/, "").slice(0, 64) || "unknown";
}

import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { handleRequest } from "@/lib/server/api/http-handler";
import { addInMemoryAppKey, RESERVED_APP_NAME } from "@/lib/server/app-api/app-keys";
import { log } from "@/lib/server/base/log";

/** Name of the API key, shown in audit rows: `Citizen app simulated-citizens`. */
const APP_NAME = RESERVED_APP_NAME;

let key: string | undefined;

/** Returns a key that this process created and never reveals. */
function readOwnKey(): string {
  if (!key) {
    key = randomBytes(32).toString("base64url");
    addInMemoryAppKey(APP_NAME, key);
  }
  return key;
}

/**
 * Calls the citizen app's API within this process, with the same checks as over HTTP. Simulated citizens have no other access.
 * @param path below `/app`
 * @returns the response's data, or null if the call was refused, which is normal now and then
 */
export const callAppApi = (method: "GET" | "POST", path: string, body?: object): Promise<unknown> =>
  sendRequest(method, path, body && { type: "application/json", content: JSON.stringify(body) });

/** Sends a file as the body; see `callAppApi`. */
export const uploadToAppApi = (path: string, bytes: Buffer, type: string): Promise<unknown> =>
  sendRequest("POST", path, { type, content: new Uint8Array(bytes) });

type RequestBody = { type: string; content: string | Uint8Array<ArrayBuffer> };

async function sendRequest(method: "GET" | "POST", path: string, body?: RequestBody): Promise<unknown> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${readOwnKey()}`,
    "user-agent": APP_NAME,
    "x-forwarded-for": "127.0.0.1",
  };
  if (method === "POST") headers["idempotency-key"] = randomUUID();
  if (body) headers["content-type"] = body.type;
  const response = await handleRequest(
    new Request(`http://in-process/api/v1/app${path}`, { method, headers, body: body?.content }),
  );
  const responseJson: { message?: string; data?: unknown } = await response.json();
  if (response.ok) return responseJson.data;
  log.info({ status: response.status, reason: responseJson.message }, "a simulated citizen was refused");
  return null;
}

import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { answer } from "@/lib/server/api/http-handler";
import { addOwnKey } from "@/lib/server/app-api/app-keys";
import { log } from "@/lib/server/base/log";

/** Name of the API key, shown in audit rows: `Citizen app simulated-citizens`. */
const NAME = "simulated-citizens";

let key: string | undefined;

/** Returns a key that this process made and never gives away. */
function ownKey(): string {
  if (!key) {
    key = randomBytes(32).toString("base64url");
    addOwnKey(NAME, key);
  }
  return key;
}

/**
 * Calls the citizen app's API in this process, as over HTTP. Simulated citizens have no other access.
 * @param path below `/app`
 * @returns the response's data, or null when the call was refused, which is normal for citizens from time to time
 */
export const callAppApi = (method: "GET" | "POST", path: string, body?: object): Promise<unknown> =>
  ask(method, path, body && { type: "application/json", content: JSON.stringify(body) });

/** Sends a file as the body; see `callAppApi`. */
export const uploadToAppApi = (path: string, bytes: Buffer, type: string): Promise<unknown> =>
  ask("POST", path, { type, content: new Uint8Array(bytes) });

type Body = { type: string; content: string | Uint8Array<ArrayBuffer> };

async function ask(method: "GET" | "POST", path: string, body?: Body): Promise<unknown> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${ownKey()}`,
    "user-agent": NAME,
    "x-forwarded-for": "127.0.0.1",
  };
  if (method === "POST") headers["idempotency-key"] = randomUUID();
  if (body) headers["content-type"] = body.type;
  const response = await answer(
    new Request(`http://in-process/api/v1/app${path}`, { method, headers, body: body?.content }),
  );
  const said: { message?: string; data?: unknown } = await response.json();
  if (response.ok) return said.data;
  log.info({ status: response.status, reason: said.message }, "a simulated citizen was refused");
  return null;
}

import "server-only";
import { randomUUID } from "node:crypto";
import { handleRequest } from "@/lib/server/api/http-handler";
import { openSession } from "@/lib/server/auth/session";
import { log } from "@/lib/server/base/log";
import type { Database } from "@/lib/server/db/client";

const SENDER = { address: "127.0.0.1", device: "demo data" };

/** Calls the API as one demo admin. Returns the response's data, or null if the call was refused. */
export type CallAsAdmin = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<unknown>;

/** Opens a session of a demo admin, whose calls have the same checks and audit rows as over HTTP. */
export async function openDemoAdminSession(db: Database, adminId: string): Promise<CallAsAdmin> {
  const token = await openSession(db, adminId, SENDER, true);
  return async (method, path, body) => {
    const response = await handleRequest(
      new Request(`http://in-process/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          "user-agent": SENDER.device,
          "x-forwarded-for": SENDER.address,
          ...(body && { "content-type": "application/json" }),
          ...(method === "POST" && { "idempotency-key": randomUUID() }),
        },
        body: body && JSON.stringify(body),
      }),
    );
    const json: { message?: string; data?: unknown } = await response.json();
    if (response.ok) return json.data;
    log.info({ status: response.status, path, reason: json.message }, "demo data: a call was refused");
    return null;
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { APIRequestContext } from "@playwright/test";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { latestCode } from "./support/mail";
import { emailOf } from "./support/sign-in";
import { expect, test } from "./support/test";

const PORT = 3219;
const BASE = `http://127.0.0.1:${PORT}`;
const ROUNDS = 20;

type Decided = { id: string; reference: string };

test.describe.configure({ mode: "serial", timeout: 400_000 });

test("kill -9 in the middle of decisions, 20 times: what was acknowledged is there, once, with its audit row", async ({
  request,
}) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "crossriverpay-crash-"));
  let server = await start(dataDir);
  try {
    const headers = { authorization: `Bearer ${await signIn(request, dataDir)}` };
    const acknowledged: Decided[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const waiting = await request.get(`${BASE}/api/v1/kyc?state=pending&assignee=nobody&size=20`, { headers });
      const items: (Decided & { version: number })[] = (await waiting.json()).data.items;
      const running = items.slice(0, 5).map(async ({ id, reference, version }) => {
        const url = `${BASE}/api/v1/kyc/${id}/decision`;
        const answer = await request
          .patch(url, { headers, data: { version, decision: "approved", checked: KYC_CHECKS } })
          .catch(() => null);
        if (answer?.ok()) acknowledged.push({ id, reference });
      });
      // Somewhere between the first statement and the last answer; a server that just started answers slowly.
      await delay((round * 61) % 600);
      await kill(server);
      await Promise.all(running);
      server = await start(dataDir);
    }
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const { id, reference } of acknowledged) {
      const record = (await (await request.get(`${BASE}/api/v1/kyc/${id}`, { headers })).json()).data;
      expect([reference, record.state]).toEqual([reference, "approved"]);
      const decisions = record.timeline.filter((entry: { action: string }) => entry.action === "kyc.decide");
      expect([reference, decisions.length]).toEqual([reference, 1]);
    }
    // And the other way round: no request is decided without its audit row.
    const approved = await request.get(`${BASE}/api/v1/kyc?state=approved&size=100&sort=-submitted_at`, { headers });
    for (const { id } of (await approved.json()).data.items) {
      const record = (await (await request.get(`${BASE}/api/v1/kyc/${id}`, { headers })).json()).data;
      expect(record.timeline.filter((entry: { action: string }) => entry.action === "kyc.decide")).toHaveLength(1);
    }
  } finally {
    await end(server, dataDir);
  }
});

async function end(server: ChildProcess, dataDir: string) {
  server.kill("SIGTERM");
  await Promise.race([once(server, "exit"), delay(15_000)]);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
}

/** A server of this test's own, ready to answer. */
async function start(dataDir: string): Promise<ChildProcess> {
  const settings = { DATA_DIR: dataDir, PORT: String(PORT), DATABASE_URL: "", SMTP_URL: "", API_BASE_URL: "" };
  const server = spawn(process.execPath, ["scripts/launch.mjs"], {
    env: { ...process.env, ...settings, LOG_LEVEL: "warn" },
    stdio: "ignore",
  });
  for (const deadline = Date.now() + 150_000; Date.now() < deadline; await delay(50)) {
    const health = await fetch(`${BASE}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (health?.ok) return server;
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
  }
  throw new Error("The server did not start.");
}

async function kill(server: ChildProcess) {
  const exited = once(server, "exit");
  server.kill("SIGKILL");
  await exited;
}

async function signIn(request: APIRequestContext, dataDir: string): Promise<string> {
  const since = Date.now();
  const credentials = { email: emailOf("owner"), password: "Demo-CrossRiver-2026" };
  const login = await request.post(`${BASE}/api/v1/auth/admin/login`, { data: credentials });
  const { reference } = (await login.json()).data;
  const token = await latestCode(emailOf("owner"), since, dataDir);
  const verified = await request.patch(`${BASE}/api/v1/auth/admin/verify-token/sign-in`, {
    data: { reference, token },
  });
  return (await verified.json()).data.token;
}

import { setTimeout as delay } from "node:timers/promises";
import type { APIRequestContext } from "@playwright/test";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { latestCode } from "./support/mail";
import { makeDemoDir, startServer } from "./support/server";
import { emailOf } from "./support/sign-in";
import { expect, test } from "./support/test";

const PORT = 3219;
const BASE = `http://localhost:${PORT}`;
const ROUNDS = 20;

type Decided = { id: string; reference: string };

test.describe.configure({ mode: "serial", timeout: 400_000 });
test.use({ baseURL: BASE });

test("kill -9 in the middle of decisions, 20 times: what was acknowledged is there, once, with its audit row", async ({
  request,
}) => {
  const { dataDir, removeDataDir } = makeDemoDir();
  let server = await startServer({ port: PORT, dataDir });
  try {
    const headers = { authorization: `Bearer ${await signIn(request, dataDir)}` };
    const acknowledged: Decided[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const waiting = await request.get(`/api/v1/kyc?state=pending&assignee=nobody&size=20`, { headers });
      const items: (Decided & { version: number })[] = (await waiting.json()).data.items;
      const running = items.slice(0, 5).map(async ({ id, reference, version }) => {
        const url = `/api/v1/kyc/${id}/decision`;
        const answer = await request
          .patch(url, { headers, data: { version, decision: "approved", checked: KYC_CHECKS } })
          .catch(() => null);
        if (answer?.ok()) acknowledged.push({ id, reference });
      });
      // Somewhere between the first statement and the last answer; a server that just started answers slowly.
      await delay((round * 61) % 600);
      await server.kill();
      await Promise.all(running);
      server = await startServer({ port: PORT, dataDir });
    }
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const { id, reference } of acknowledged) {
      const record = (await (await request.get(`/api/v1/kyc/${id}`, { headers })).json()).data;
      expect([reference, record.state]).toEqual([reference, "approved"]);
      const decisions = record.timeline.filter((entry: { action: string }) => entry.action === "kyc.decide");
      expect([reference, decisions.length]).toEqual([reference, 1]);
    }
    // And the other way round: no request is decided without its audit row.
    const approved = await request.get(`/api/v1/kyc?state=approved&size=100&sort=-submitted_at`, { headers });
    for (const { id } of (await approved.json()).data.items) {
      const record = (await (await request.get(`/api/v1/kyc/${id}`, { headers })).json()).data;
      expect(record.timeline.filter((entry: { action: string }) => entry.action === "kyc.decide")).toHaveLength(1);
    }
  } finally {
    await server.stop();
    removeDataDir();
  }
});

async function signIn(request: APIRequestContext, dataDir: string): Promise<string> {
  const since = Date.now();
  const credentials = { email: emailOf("owner"), password: "Demo-CrossRiver-2026" };
  const login = await request.post(`/api/v1/auth/admin/login`, { data: credentials });
  const { reference } = (await login.json()).data;
  const token = await latestCode(emailOf("owner"), since, dataDir);
  const verified = await request.patch(`/api/v1/auth/admin/verify-token/sign-in`, {
    data: { reference, token },
  });
  return (await verified.json()).data.token;
}

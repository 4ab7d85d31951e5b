import { afterAll, beforeAll, expect, it } from "vitest";
import { APP_KEY, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { collectLogLines } from "@/lib/server/testing/log-lines";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";

const logLines = collectLogLines();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const CANARY = "canary yams at noon";
/** Request bodies of a faulty client: a surplus comma, a missing end, or not JSON. */
const UNREADABLE_BODIES = [
  `{"password":"${CANARY}",}`,
  `{"password":"${CANARY}"`,
  `password=${CANARY}`,
  `"${CANARY}" "${CANARY}"`,
  `{"password":"${CANARY}\n"}`,
];

it("neither the response nor the log quotes an unreadable request body, and the log has no error for it", async () => {
  const admin = await makeAdmin(app);
  const requests = [
    ["POST", "/auth/admin/login", undefined],
    ["PATCH", "/auth/admin/reset-password", undefined],
    ["POST", "/users/admin/device-token", admin.token],
    ["POST", "/kyc/uploads", admin.token],
    ["POST", "/app/payments", APP_KEY],
  ] as const;
  for (const [method, url, token] of requests)
    for (const raw of UNREADABLE_BODIES) {
      const answer = await app.call(method, url, { token, raw, headers: { "idempotency-key": "canary-yams-1" } });
      expect([url, answer.status, answer.json.code]).toEqual([url, 400, "BAD_REQUEST"]);
      expect(JSON.stringify(answer.json)).not.toContain("yams");
    }
  for (const body of UNREADABLE_BODIES)
    await receiveWebhook("simulated", new Request("http://test/api/webhooks/simulated", { method: "POST", body }));

  const logged = logLines.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(logged.filter(({ msg }) => msg === "a body could not be read")).toHaveLength(
    requests.length * UNREADABLE_BODIES.length,
  );
  expect(logged.filter(({ level }) => level > 30)).toEqual([]);
  expect(logLines.join("")).not.toContain("yams");
});

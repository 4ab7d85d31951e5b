// Slow: starts a server.
import { expect, test } from "@playwright/test";
import { testPort } from "./support/ports";
import { makeDataDir, startServer } from "./support/server";

const SERVER_PORT = testPort(20);
const METRICS_TOKEN = "metrics-token-for-tests-with-32-chars";

test.describe.configure({ timeout: 240_000 });

test("npm start logs only JSON lines, in which calls have a page id, and serves metrics", async ({ page }) => {
  const { dataDir, removeDataDir } = makeDataDir();
  const server = await startServer({ port: SERVER_PORT, dataDir, command: "start", env: { METRICS_TOKEN } });
  try {
    const response = await page.goto(`${server.url}/auth/register`);
    const pageId = await page.evaluate(() => document.documentElement.dataset.pageId);
    expect(response?.headers()["x-request-id"]).toBe(pageId);
    await page.request.get(`${server.url}/api/v1/no/such/path`);
    const metrics = await page.request.get(`${server.url}/api/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    expect(await metrics.text()).toContain('crossriverpay_calls_total{call="none",status="404"} 1');
    expect((await page.request.get(`${server.url}/api/metrics`)).status()).toBe(401);
    expect(await server.stop()).toBe(143);
    const lines = server.output().split("\n").filter(Boolean);
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.length).toBeGreaterThan(3);
    for (const entry of entries)
      expect(entry).toMatchObject({ level: expect.any(Number), instance: expect.any(String) });
    expect(entries.some(({ msg }) => String(msg).includes("Ready in"))).toBe(true);
    // Log lines of calls from server rendering and from the browser have the page's id.
    expect(entries.some((entry) => entry.msg === "call" && entry.pageId === pageId)).toBe(true);
  } finally {
    await server.kill();
    removeDataDir();
  }
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const reportUsedTextKeys = (idempotencyKey: string, keys: string[]) =>
  app.callAsApp("POST", "/languages/keys", {
    body: { release: "1.0", keys },
    headers: { "idempotency-key": idempotencyKey },
  });
const storedAnswer = async () =>
  (
    await app.db.execute<{ bytes: number }>(
      sql`select max(octet_length(answer::text))::int as bytes from idempotency_keys`,
    )
  ).rows[0]?.bytes;

it("returns the stored response to a retry with the same idempotency key, byte for byte", async () => {
  const first = await reportUsedTextKeys("short-answer", ["a.b", "b.c"]);
  expect(first.status).toBe(200);
  expect((await reportUsedTextKeys("short-answer", ["a.b", "b.c"])).json).toEqual(first.json);
});

it("stores no response over 60 KB: a retry with the same idempotency key gets 409 and has no effect", async () => {
  const keys = Array.from({ length: 9_000 }, (_, at) => `home.${"x".repeat(90)}${at}`);
  const first = await reportUsedTextKeys("long-answer", keys);
  expect(first.json.data.unknown).toHaveLength(9_000);
  expect(await storedAnswer()).toBeLessThan(60_000);
  const repeat = await reportUsedTextKeys("long-answer", keys);
  expect(repeat.status).toBe(409);
  expect(repeat.json.message).toMatch(/done already/);
  expect((await reportUsedTextKeys("long-answer", ["a.b"])).status).toBe(400);
});

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deleteOldSessions } from "./delete-old-sessions";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

it("deleteOldSessions deletes sessions that ended or expired 90 days ago, in batches, with their devices, and no others", async () => {
  const admin = await makeAdmin(app);
  const add = async (name: string, endedAt: Date | null, expiresAt: Date) => {
    const id = randomUUID();
    await app.db.insert(sessions).values({
      ...{ id, adminId: admin.id, tokenHash: id, address: "", device: name, endedAt, expiresAt },
      ...(endedAt && { endedReason: "signed_out" as const }),
    });
    return id;
  };
  const endedId = await add("ended long ago", daysFromNow(-91), daysFromNow(-85));
  await app.db.insert(deviceTokens).values({ token: "of the old session", adminId: admin.id, sessionId: endedId });
  await add("expired long ago", null, daysFromNow(-91));
  await add("ended before it would expire", daysFromNow(-95), daysFromNow(5));
  await add("ended lately", daysFromNow(-89), daysFromNow(-80));
  await add("expired lately", null, daysFromNow(-1));
  await add("active", null, daysFromNow(1));

  expect(await deleteOldSessions(app.db, 2)).toBe(3);
  const kept = await app.db.select({ device: sessions.device }).from(sessions).where(eq(sessions.address, ""));
  expect(kept.map(({ device }) => device).sort()).toEqual(["active", "ended lately", "expired lately"]);
  expect(await app.db.select().from(deviceTokens).where(eq(deviceTokens.sessionId, endedId))).toEqual([]);
  expect(await deleteOldSessions(app.db)).toBe(0);
  expect((await app.call("GET", "/auth/me", { token: admin.token })).status).not.toBe(401);
});

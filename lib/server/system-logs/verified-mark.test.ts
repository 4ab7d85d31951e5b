import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditVerified } from "@/lib/server/db/schema/audit-seals";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { advanceVerifiedMark, hasUnclearedFault, readVerifiedMark, recordChainFault } from "./verified-mark";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => app.db.delete(auditVerified));

const ada = { id: "018f2f00-0000-7000-8000-000000000001", name: "Ada" };
const bola = { id: "018f2f00-0000-7000-8000-000000000002", name: "Bola" };
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);
const section = (after: number, checked: number, startedAt: Date) => ({
  ...{ after, checked, startedAt },
  checkedHash: String(checked % 10).repeat(64),
});
const read = () => readVerifiedMark(app.db);

describe("advanceVerifiedMark", () => {
  it("advanceVerifiedMark returns the mark that it stored, although another verifier moved the mark after it was read", async () => {
    await advanceVerifiedMark(app.db, await read(), section(0, 100, at(0)), ada);
    const stale = await read();
    await advanceVerifiedMark(app.db, stale, section(100, 150, at(20)), ada);
    const moved = await advanceVerifiedMark(app.db, stale, section(0, 150, at(10)), bola);
    expect(moved).toMatchObject({ position: 150, adminName: "Bola", completeAt: at(10), repeatPosition: 150 });
    expect((await read()).mark).toEqual(moved);
  });

  it("advanceVerifiedMark keeps the sections of two concurrent verifiers that both found no mark", async () => {
    const none = await read();
    await advanceVerifiedMark(app.db, none, section(0, 50, at(0)), ada);
    expect(await advanceVerifiedMark(app.db, none, section(0, 80, at(1)), bola)).toMatchObject({ position: 80 });
    expect((await read()).mark).toMatchObject({ position: 80, completeAt: at(1) });
  });

  it("advanceVerifiedMark counts a verification from the first row if another verifier had started it again", async () => {
    await advanceVerifiedMark(app.db, await read(), section(0, 100, at(0)), ada);
    await advanceVerifiedMark(app.db, await read(), section(0, 60, at(10)), ada);
    await advanceVerifiedMark(app.db, await read(), section(0, 5, at(20)), bola);
    const mark = await advanceVerifiedMark(app.db, await read(), section(0, 100, at(10)), ada);
    expect(mark).toMatchObject({ adminName: "Ada", completeAt: at(10) });
  });

  it("advanceVerifiedMark stores the earlier start of both sections as time of a verification that two verifiers completed", async () => {
    await advanceVerifiedMark(app.db, await read(), section(0, 100, at(0)), ada);
    await advanceVerifiedMark(app.db, await read(), section(0, 60, at(20)), ada);
    const mark = await advanceVerifiedMark(app.db, await read(), section(50, 100, at(10)), bola);
    expect(mark).toMatchObject({ completeAt: at(10) });
  });

  it("advanceVerifiedMark does not count a section that began before a fault was found", async () => {
    const before = new Date();
    await advanceVerifiedMark(app.db, await read(), section(0, 100, before), ada);
    const stale = await read();
    await delay(5);
    await recordChainFault(app.db);
    for (const stored of [stale, await read()]) {
      const mark = await advanceVerifiedMark(app.db, stored, section(0, 100, before), bola);
      expect(mark && hasUnclearedFault(mark)).toBe(true);
    }
    const afterwards = new Date(Date.now() + 5);
    const repaired = await advanceVerifiedMark(app.db, await read(), section(0, 100, afterwards), bola);
    expect(repaired).toMatchObject({ completeAt: afterwards });
  });
});

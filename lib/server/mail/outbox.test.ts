import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outbox } from "@/lib/server/db/schema/admin";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deliverOutbox, queueMail } from "./outbox";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(outbox);
});

const mail = { to: "ada@example.com", subject: "Hello", text: "Text" };

describe("the outbox", () => {
  it("sends after the commit and forgets what it sent", async () => {
    await app.db.transaction((tx) => queueMail(tx, mail));
    const sent: unknown[] = [];
    expect(await deliverOutbox(app.db, { mail: async (one) => void sent.push(one) })).toBe(1);
    expect(sent).toEqual([mail]);
    expect(await app.db.select().from(outbox)).toEqual([]);
  });

  it("sends nothing of a change that was rolled back", async () => {
    await app.db
      .transaction(async (tx) => {
        await queueMail(tx, mail);
        throw new Error("refused");
      })
      .catch(() => {});
    expect(await deliverOutbox(app.db, { mail: async () => {} })).toBe(0);
  });

  it("keeps a mail that could not be sent, and tries it again later", async () => {
    await app.db.transaction((tx) => queueMail(tx, mail));
    const failing = async () => {
      throw new Error("no route");
    };
    await deliverOutbox(app.db, { mail: failing });
    const [kept] = await app.db.select().from(outbox);
    expect(kept?.attempts).toBe(1);
    expect(kept?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 3_000);
    await app.db.update(outbox).set({ nextAttemptAt: new Date() });
    const sent: unknown[] = [];
    await deliverOutbox(app.db, { mail: async (one) => void sent.push(one) });
    expect(sent).toHaveLength(1);
  });

  it("sends each mail once when two instances deliver at the same time", async () => {
    await app.db.transaction(async (tx) => {
      for (let n = 0; n < 20; n++) await queueMail(tx, { ...mail, subject: `${n}` });
    });
    const sent: string[] = [];
    const send = async (one: typeof mail) => void sent.push(one.subject);
    await Promise.all([deliverOutbox(app.db, { mail: send }), deliverOutbox(app.db, { mail: send })]);
    expect(sent.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`).sort());
  });
});

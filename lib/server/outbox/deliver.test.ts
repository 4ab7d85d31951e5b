import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deliverKind, deliverOutbox, mayHaveQueued } from "@/lib/server/outbox/deliver";
import { queueMail } from "@/lib/server/outbox/queue";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(outbox);
});

function signal() {
  let give = () => {};
  const given = new Promise<void>((done) => {
    give = done;
  });
  return { give, given };
}
const hanging = () => new Promise<void>(() => {});
const mail = { to: "ada@example.com", subject: "Hello", text: "Text" };

describe("the outbox", () => {
  it("sends after the commit and deletes what it sent", async () => {
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

  it("keeps a mail that could not be sent, and retries it later", async () => {
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

  it("sends each mail once if several instances deliver concurrently", async () => {
    await app.db.transaction(async (tx) => {
      for (let n = 0; n < 20; n++) await queueMail(tx, { ...mail, subject: `${n}` });
    });
    const sent: string[] = [];
    const send = async (one: typeof mail) => void sent.push(one.subject);
    await Promise.all(Array.from({ length: 8 }, () => deliverOutbox(app.db, { mail: send })));
    expect(sent.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`).sort());
  });

  it("sends mails in the order in which they were queued", async () => {
    // Three mails of one transaction, inserted out of order, and one of an earlier transaction.
    const rows = [3n, 1n, 2n].map((id) => ({ id, kind: "mail" as const, payload: { ...mail, subject: `${id}` } }));
    await app.db.insert(outbox).values(rows);
    const first = { kind: "mail" as const, payload: { ...mail, subject: "first" } };
    await app.db.insert(outbox).values({ ...first, id: 9n, nextAttemptAt: new Date(0) });
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(["first", "1", "2", "3"]);
  });

  it("sends mails while a payment provider does not respond to a refund", async () => {
    const payload = { refundId: uuid(), provider: "simulated", reference: "TRX-HANGS", amount: 1 } as const;
    await app.db.insert(outbox).values({ kind: "refund", payload });
    await app.db.transaction((tx) => queueMail(tx, mail));
    const mailed = signal();
    const asked = signal();
    const answered = signal();
    const refund = () => {
      asked.give();
      return answered.given;
    };
    const delivered = deliverOutbox(app.db, { refund, mail: async () => mailed.give() });
    await Promise.all([asked.given, mailed.given]);
    // No transaction stays open during the wait.
    const held = await app.db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
    expect(held.rows).toEqual([]);
    expect(await app.db.select().from(outbox).where(eq(outbox.kind, "refund"))).toMatchObject([{ attempts: 1 }]);
    answered.give();
    expect(await delivered).toBe(2);
    expect(await app.db.$count(outbox)).toBe(0);
  });

  it("gives up on a slow mail, continues with the next, and retries with increasing waits", async () => {
    await app.db.transaction((tx) => queueMail(tx, { ...mail, subject: "hangs" }));
    await app.db.transaction((tx) => queueMail(tx, mail));
    const sent: string[] = [];
    const send = (one: typeof mail) =>
      one.subject === "hangs" ? hanging() : Promise.resolve(void sent.push(one.subject));
    expect(await deliverKind("mail", app.db, { mail: send }, 100)).toBe(1);
    expect(sent).toEqual(["Hello"]);
    const waits: number[] = [];
    for (const attempts of [0, 1, 2, 6, 7, 5_000]) {
      await app.db.update(outbox).set({ attempts, nextAttemptAt: new Date() });
      expect(await deliverKind("mail", app.db, { mail: send }, 10)).toBe(0);
      const [kept] = await app.db.select().from(outbox);
      expect(kept?.attempts).toBe(attempts + 1);
      waits.push(Math.round(((kept?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 1_000));
    }
    expect(waits).toEqual([5, 10, 20, 320, 600, 600]);
  });

  it("sends a mail again after a crash, and not before its claim expires", async () => {
    await app.db.transaction((tx) => queueMail(tx, mail));
    const asked: string[] = [];
    const begun = signal();
    const mailing = () => {
      begun.give();
      return hanging();
    };
    deliverKind("mail", app.db, { mail: mailing }).catch(() => {});
    await begun.given;
    const [taken] = await app.db.select().from(outbox);
    // Longer than the 30 s that the first instance may take.
    expect(taken?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
    const again = { mail: async (one: typeof mail) => void asked.push(one.subject) };
    expect(await deliverOutbox(app.db, again)).toBe(0);
    await app.db
      .update(outbox)
      .set({ nextAttemptAt: new Date() })
      .where(eq(outbox.id, taken?.id ?? 0n));
    expect(await deliverOutbox(app.db, again)).toBe(1);
    expect(asked).toEqual(["Hello"]);
  });
});

it.each([
  ["POST", 200, true],
  ["POST", 429, true],
  ["POST", 400, false],
  ["GET", 200, false],
])("mayHaveQueued: a %s with status %i returns %s", (method, status, looked) => {
  expect(mayHaveQueued({ method }, new Response(null, { status }))).toBe(looked);
});

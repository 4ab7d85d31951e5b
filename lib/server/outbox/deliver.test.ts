import { eq, lte, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deliverOutbox, deliverOutboxKind, mayHaveQueuedRows } from "@/lib/server/outbox/deliver";
import { dueTime } from "@/lib/server/outbox/due-time";
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

function makeSignal() {
  let giveSignal = () => {};
  const promise = new Promise<void>((resolvePromise) => {
    giveSignal = resolvePromise;
  });
  return { give: giveSignal, given: promise };
}
const neverResolves = () => new Promise<void>(() => {});
const mail = { to: "ada@example.com", subject: "Hello", text: "Text" };

describe("the outbox", () => {
  it("the outbox sends queued rows after the commit, and deletes them", async () => {
    await app.db.transaction((tx) => queueMail(tx, mail));
    const sent: unknown[] = [];
    expect(await deliverOutbox(app.db, { mail: async (sentMail) => void sent.push(sentMail) })).toBe(1);
    expect(sent).toEqual([mail]);
    expect(await app.db.select().from(outbox)).toEqual([]);
  });

  it("the outbox sends a new row immediately, although its stored due time was rounded up to the next millisecond", async () => {
    for (let round = 0; round < 30; round++)
      await app.db.transaction(async (tx) => {
        await queueMail(tx, mail);
        expect(await tx.$count(outbox, lte(outbox.nextAttemptAt, dueTime))).toBe(round + 1);
      });
  });

  it("the outbox sends nothing for a change that was rolled back", async () => {
    await app.db
      .transaction(async (tx) => {
        await queueMail(tx, mail);
        throw new Error("refused");
      })
      .catch(() => {});
    expect(await deliverOutbox(app.db, { mail: async () => {} })).toBe(0);
  });

  it("the outbox keeps a mail that could not be sent, and retries it later", async () => {
    await app.db.transaction((tx) => queueMail(tx, mail));
    const failToSend = async () => {
      throw new Error("no route");
    };
    await deliverOutbox(app.db, { mail: failToSend });
    const [storedRow] = await app.db.select().from(outbox);
    expect(storedRow?.attempts).toBe(1);
    expect(storedRow?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 3_000);
    await app.db.update(outbox).set({ nextAttemptAt: new Date() });
    const sent: unknown[] = [];
    await deliverOutbox(app.db, { mail: async (sentMail) => void sent.push(sentMail) });
    expect(sent).toHaveLength(1);
  });

  it("the outbox sends each mail once if several instances deliver concurrently", async () => {
    await app.db.transaction(async (tx) => {
      for (let n = 0; n < 20; n++) await queueMail(tx, { ...mail, subject: `${n}` });
    });
    const sent: string[] = [];
    const send = async (sentMail: typeof mail) => void sent.push(sentMail.subject);
    await Promise.all(Array.from({ length: 8 }, () => deliverOutbox(app.db, { mail: send })));
    expect(sent.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`).sort());
  });

  it("the outbox sends mails in the order in which they were queued", async () => {
    // Three mails of one transaction, inserted out of order, and one mail of an earlier transaction.
    const rows = [3n, 1n, 2n].map((id) => ({ id, kind: "mail" as const, payload: { ...mail, subject: `${id}` } }));
    await app.db.insert(outbox).values(rows);
    const first = { kind: "mail" as const, payload: { ...mail, subject: "first" } };
    await app.db.insert(outbox).values({ ...first, id: 9n, nextAttemptAt: new Date(0) });
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(["first", "1", "2", "3"]);
  });

  it("the outbox sends mails while a payment provider does not respond to a refund", async () => {
    const payload = { refundId: uuid(), provider: "simulated", reference: "TRX-HANGS", amount: 1 } as const;
    await app.db.insert(outbox).values({ kind: "refund", payload });
    await app.db.transaction((tx) => queueMail(tx, mail));
    const mailSent = makeSignal();
    const asked = makeSignal();
    const refundAnswered = makeSignal();
    const refund = () => {
      asked.give();
      return refundAnswered.given;
    };
    const delivered = deliverOutbox(app.db, { refund, mail: async () => mailSent.give() });
    await Promise.all([asked.given, mailSent.given]);
    // No transaction is open during the wait.
    const openTransactions = await app.db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
    expect(openTransactions.rows).toEqual([]);
    expect(await app.db.select().from(outbox).where(eq(outbox.kind, "refund"))).toMatchObject([{ attempts: 1 }]);
    refundAnswered.give();
    expect(await delivered).toBe(2);
    expect(await app.db.$count(outbox)).toBe(0);
  });

  it("the outbox stops waiting for a slow mail, continues with the next, and retries with increasing waits", async () => {
    await app.db.transaction((tx) => queueMail(tx, { ...mail, subject: "hangs" }));
    await app.db.transaction((tx) => queueMail(tx, mail));
    const sent: string[] = [];
    const send = (sentMail: typeof mail) =>
      sentMail.subject === "hangs" ? neverResolves() : Promise.resolve(void sent.push(sentMail.subject));
    expect(await deliverOutboxKind("mail", app.db, { mail: send }, 100)).toBe(1);
    expect(sent).toEqual(["Hello"]);
    const waitSeconds: number[] = [];
    for (const attempts of [0, 1, 2, 6, 7, 5_000]) {
      await app.db.update(outbox).set({ attempts, nextAttemptAt: new Date() });
      expect(await deliverOutboxKind("mail", app.db, { mail: send }, 10)).toBe(0);
      const [storedRow] = await app.db.select().from(outbox);
      expect(storedRow?.attempts).toBe(attempts + 1);
      waitSeconds.push(Math.round(((storedRow?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 1_000));
    }
    expect(waitSeconds).toEqual([5, 10, 20, 320, 600, 600]);
  });

  it("the outbox sends a mail again after a crash, but not before its claim expires", async () => {
    await app.db.transaction((tx) => queueMail(tx, mail));
    const asked: string[] = [];
    const sendBegun = makeSignal();
    const slowMail = () => {
      sendBegun.give();
      return neverResolves();
    };
    deliverOutboxKind("mail", app.db, { mail: slowMail }).catch(() => {});
    await sendBegun.given;
    const [claimedRow] = await app.db.select().from(outbox);
    // The row stays claimed for more than the 30 s that the first instance may take to send it.
    expect(claimedRow?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
    const secondSender = { mail: async (sentMail: typeof mail) => void asked.push(sentMail.subject) };
    expect(await deliverOutbox(app.db, secondSender)).toBe(0);
    await app.db
      .update(outbox)
      .set({ nextAttemptAt: new Date() })
      .where(eq(outbox.id, claimedRow?.id ?? 0n));
    expect(await deliverOutbox(app.db, secondSender)).toBe(1);
    expect(asked).toEqual(["Hello"]);
  });
});

it.each([
  ["POST", 200, true],
  ["POST", 429, true],
  ["POST", 400, false],
  ["GET", 200, false],
])("mayHaveQueuedRows returns, for a %s request with status %i: %s", (method, status, isQueued) => {
  expect(mayHaveQueuedRows({ method }, new Response(null, { status }))).toBe(isQueued);
});

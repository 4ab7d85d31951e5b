import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebhookEvent } from "@/lib/contract/webhooks.values";
import { encrypt } from "@/lib/server/base/secret";
import { outbox } from "@/lib/server/db/schema/outbox";
import { webhookDeliveries, webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { queueMail } from "@/lib/server/outbox/queue";
import { runUntil } from "@/lib/server/process/stopping";
import { timedTasks } from "@/lib/server/process/timed-tasks";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { hasValidWebhookSignature, startWebhookServer } from "@/lib/server/testing/webhook-server";
import { deliverWebhooks, WEBHOOK_RETRY_SECONDS } from "./deliver-webhooks";
import { requeueDeliveries } from "./deliveries";
import { emitWebhook, emitWebhooks } from "./emit";
import { postWebhook } from "./post";
import { createWebhookSecret } from "./sign";

let app: TestApp;
let receiver: Awaited<ReturnType<typeof startWebhookServer>>;
beforeAll(async () => {
  app = await startTestApp();
  receiver = await startWebhookServer();
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});
beforeEach(async () => {
  await app.db.delete(outbox);
  await app.db.delete(webhookDeliveries);
  await app.db.delete(webhookEndpoints);
  receiver.received.length = 0;
  receiver.answerWith((response) => response.end("thanks"));
});

let endpointCount = 0;
async function makeEndpoint(values: Partial<typeof webhookEndpoints.$inferInsert> = {}) {
  const secret = createWebhookSecret();
  const [endpoint] = await app.db
    .insert(webhookEndpoints)
    .values({
      id: uuid(),
      app: "demo",
      name: "Hooks",
      url: `${receiver.url}?n=${++endpointCount}`,
      secret: encrypt(secret, "webhook-secret"),
      ...values,
    })
    .returning();
  if (!endpoint) throw new Error("no endpoint");
  return { ...endpoint, plainSecret: secret };
}

const webhookChange = (values: { userId?: string | null; type?: WebhookEvent; version?: number } = {}) => ({
  type: values.type ?? ("payment.succeeded" as const),
  id: uuid(),
  userId: values.userId ?? null,
  state: "succeeded",
  version: values.version ?? 1,
});
const emit = (values: Parameters<typeof webhookChange>[0] = {}) =>
  app.db.transaction(async (tx) => {
    const change = webhookChange(values);
    await emitWebhook(tx, change);
    return change;
  });
const deliveries = () => app.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.createdAt);
const firstDelivery = async () => {
  const [first] = await deliveries();
  if (!first) throw new Error("no delivery");
  return first;
};
const makeDue = () => app.db.update(outbox).set({ nextAttemptAt: new Date() });
const quickPost: typeof postWebhook = (address, headers, body) => postWebhook(address, headers, body, { limitMs: 300 });

describe("an event", () => {
  it("a webhook event is sent after the commit, signed, with ids and state only", async () => {
    const endpoint = await makeEndpoint();
    const user = await makeUser(app, { app: "demo", externalId: "own-id-7" });
    const change = await emit({ userId: user.id, version: 3 });
    expect(receiver.received).toEqual([]);
    expect(await deliverOutbox(app.db)).toBe(1);
    const [received] = receiver.received;
    if (!received) throw new Error("nothing was received");
    expect(received.headers["content-type"]).toBe("application/json");
    expect(hasValidWebhookSignature(received, endpoint.plainSecret)).toBe(true);
    expect(hasValidWebhookSignature(received, createWebhookSecret())).toBe(false);
    expect(Math.abs(Number(received.headers["webhook-timestamp"]) - Date.now() / 1_000)).toBeLessThan(60);
    const body = JSON.parse(received.body);
    expect(body).toEqual({
      type: "payment.succeeded",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { id: change.id, user_id: user.id, external_id: "own-id-7", state: "succeeded", version: 3 },
    });
    const stored = await firstDelivery();
    expect(received.headers["webhook-id"]).toBe(stored.id);
    expect(stored).toMatchObject({ state: "delivered", attempts: 1, status: 200, response: "thanks", problem: null });
    expect(await app.db.$count(outbox)).toBe(0);
  });

  it("no webhook event is sent for a change that is rolled back", async () => {
    await makeEndpoint();
    await app.db
      .transaction(async (tx) => {
        await emitWebhook(tx, webhookChange());
        throw new Error("refused");
      })
      .catch(() => {});
    expect(await deliveries()).toEqual([]);
    expect(await app.db.$count(outbox)).toBe(0);
  });

  it("a webhook event is sent to the enabled endpoints of the citizen's app that chose its type", async () => {
    const own = await makeEndpoint({ name: "own" });
    await makeEndpoint({ name: "other app", app: "other" });
    await makeEndpoint({ name: "other type", events: ["user.updated"] });
    await makeEndpoint({ name: "disabled", enabled: false, disabledReason: "admin" });
    const chosen = await makeEndpoint({ name: "chosen", events: ["payment.succeeded"] });
    const user = await makeUser(app, { app: "demo", externalId: uuid() });
    await emit({ userId: user.id });
    expect((await deliveries()).map(({ endpointId }) => endpointId).sort()).toEqual([own.id, chosen.id].sort());
  });

  it("a webhook event that has no citizen, or whose citizen's account no app opened, is sent to all apps without an external id", async () => {
    await makeEndpoint({ name: "demo" });
    await makeEndpoint({ name: "other", app: "other" });
    const user = await makeUser(app);
    await emit({ userId: user.id });
    await emit({ type: "event.updated" });
    const bodies = (await deliveries()).map(({ body }) => JSON.parse(body).data);
    expect(bodies).toHaveLength(4);
    expect(bodies.every(({ external_id }) => external_id === null)).toBe(true);
  });
});

describe("a failed attempt", () => {
  it("a failed webhook is retried seven times in about a day, then given up", async () => {
    await makeEndpoint();
    receiver.answerWith((response) => response.writeHead(500).end("try later"));
    await emit();
    for (const seconds of WEBHOOK_RETRY_SECONDS) {
      expect(await deliverWebhooks(app.db)).toBe(0);
      const { state, nextAttemptAt, lastAttemptAt } = await firstDelivery();
      expect(state).toBe("pending");
      const wait = ((nextAttemptAt?.getTime() ?? 0) - (lastAttemptAt?.getTime() ?? 0)) / 1_000;
      expect(wait).toBeGreaterThan(seconds * 0.79);
      expect(wait).toBeLessThan(seconds * 1.21);
      // No delivery is retried before its scheduled time.
      expect(await deliverWebhooks(app.db)).toBe(0);
      await makeDue();
    }
    await deliverWebhooks(app.db);
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await firstDelivery()).toMatchObject({
      state: "failed",
      attempts: 8,
      status: 500,
      response: "try later",
      nextAttemptAt: null,
    });
    expect(await app.db.$count(outbox)).toBe(0);
    expect(WEBHOOK_RETRY_SECONDS.reduce((sum, each) => sum + each, 0) / 3_600).toBeCloseTo(24.6, 1);
  });

  it("a webhook that is redirected counts as failed, and the redirect is not followed", async () => {
    await makeEndpoint();
    receiver.answerWith((response, { headers }) => {
      if (headers["webhook-id"]) response.writeHead(307, { location: `${receiver.url}?elsewhere` }).end();
    });
    await emit();
    await deliverWebhooks(app.db);
    expect(receiver.received).toHaveLength(1);
    expect(await firstDelivery()).toMatchObject({ state: "pending", status: 307 });
  });

  it("a failed webhook attempt stores whether the receiver did not respond or could not be reached", async () => {
    await makeEndpoint({ name: "silent" });
    receiver.answerWith(() => {});
    await emit();
    await deliverWebhooks(app.db, quickPost);
    expect(await firstDelivery()).toMatchObject({
      status: null,
      problem: "No response within 0.3 seconds.",
      response: null,
    });
    await app.db.update(webhookEndpoints).set({ url: "http://localhost:1/hooks" });
    await makeDue();
    await deliverWebhooks(app.db);
    expect(await firstDelivery()).toMatchObject({
      status: null,
      problem: expect.stringMatching(/ECONNREFUSED/),
      attempts: 2,
    });
  });

  it("a webhook attempt stores the beginning of a huge, a slow and a binary response", async () => {
    await makeEndpoint();
    receiver.answerWith((response) => {
      response.on("error", () => {});
      response.end(Buffer.alloc(50_000_000, "x"));
    });
    await emit();
    await deliverWebhooks(app.db);
    expect(await firstDelivery()).toMatchObject({ state: "delivered", response: "x".repeat(1_000) });
    await app.db.delete(webhookDeliveries);
    receiver.answerWith((response) => {
      response.writeHead(500).write("drop");
      const timer = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(timer));
    });
    await emit();
    await deliverWebhooks(app.db, quickPost);
    expect(await firstDelivery()).toMatchObject({ status: 500, response: expect.stringMatching(/^drop\.*$/) });
    await app.db.delete(webhookDeliveries);
    receiver.answerWith((response) => response.end(Buffer.from([0, 0xff, 0xfe, 0x41])));
    await emit();
    await deliverWebhooks(app.db);
    expect(await firstDelivery()).toMatchObject({ state: "delivered", response: "\ufffd\ufffdA" });
  });
});

describe("an endpoint", () => {
  it("a webhook endpoint that returns 410 is disabled, and its other events fail unsent", async () => {
    const endpoint = await makeEndpoint();
    receiver.answerWith((response) => response.writeHead(410).end());
    await emit();
    await deliverWebhooks(app.db);
    const [stored] = await app.db.select().from(webhookEndpoints);
    expect(stored).toMatchObject({ enabled: false, disabledReason: "gone", version: 2 });
    expect(await firstDelivery()).toMatchObject({ state: "failed", status: 410, attempts: 1 });
    expect((await app.audit(endpoint.id))[0]).toMatchObject({
      adminId: null,
      action: "appConfig.updateWebhookEndpoint",
      after: { enabled: false, disabled_reason: "gone" },
    });
  });

  it.each(["gone", "failing", "admin"] as const)(
    "events of a disabled webhook endpoint are stored as failed for a later replay, or dropped if an admin disabled the endpoint: %s",
    async (disabledReason) => {
      await makeEndpoint({ enabled: false, disabledReason });
      await emit();
      const kept = { state: "failed", attempts: 0, nextAttemptAt: null, problem: expect.stringMatching(/disabled/) };
      expect(await deliveries()).toMatchObject(disabledReason === "admin" ? [] : [kept]);
      expect(await app.db.$count(outbox)).toBe(0);
      await app.db.update(webhookEndpoints).set({ enabled: true, disabledReason: null });
      await app.db.transaction(async (tx) =>
        requeueDeliveries(
          tx,
          (await deliveries()).map((each) => each.id),
        ),
      );
      await deliverWebhooks(app.db);
      expect(receiver.received).toHaveLength(disabledReason === "admin" ? 0 : 1);
    },
  );

  it("queued events of a disabled webhook endpoint fail without being sent", async () => {
    await makeEndpoint();
    await emit();
    await app.db.update(webhookEndpoints).set({ enabled: false, disabledReason: "admin" });
    await deliverWebhooks(app.db);
    expect(receiver.received).toEqual([]);
    expect(await firstDelivery()).toMatchObject({
      state: "failed",
      attempts: 0,
      problem: expect.stringMatching(/disabled/),
    });
  });

  it("a webhook endpoint is disabled after five days of only failures; a success restarts this period", async () => {
    const endpoint = await makeEndpoint();
    const failSince = (days: number) =>
      app.db
        .update(webhookEndpoints)
        .set({ failingSince: new Date(Date.now() - days * 86_400_000) })
        .where(eq(webhookEndpoints.id, endpoint.id));
    const stored = async () => (await app.db.select().from(webhookEndpoints))[0];
    receiver.answerWith((response) => response.writeHead(503).end());
    await failSince(4.9);
    await emit();
    await deliverWebhooks(app.db);
    expect(await stored()).toMatchObject({ enabled: true, lastFailureAt: expect.any(Date) });
    receiver.answerWith((response) => response.writeHead(204).end());
    await makeDue();
    await deliverWebhooks(app.db);
    expect(await stored()).toMatchObject({ enabled: true, failingSince: null, lastSuccessAt: expect.any(Date) });
    receiver.answerWith((response) => response.writeHead(503).end());
    await failSince(5.1);
    await emit();
    await deliverWebhooks(app.db);
    expect(await stored()).toMatchObject({ enabled: false, disabledReason: "failing" });
  });

  it("webhooks are signed with the old and the new secret until the rotation ends", async () => {
    const old = createWebhookSecret();
    const { plainSecret } = await makeEndpoint({
      previousSecret: encrypt(old, "webhook-secret"),
      previousUntil: new Date(Date.now() + 60_000),
    });
    await emit();
    await deliverWebhooks(app.db);
    await app.db.update(webhookEndpoints).set({ previousUntil: new Date(Date.now() - 1) });
    await emit();
    await deliverWebhooks(app.db);
    const signed = receiver.received.map((each) => [
      hasValidWebhookSignature(each, plainSecret),
      hasValidWebhookSignature(each, old),
    ]);
    expect(signed).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it("a webhook endpoint whose secret can't be decrypted gets no events, and the failure contains the remedy", async () => {
    await makeEndpoint({ secret: Buffer.alloc(60) });
    await emit();
    await deliverWebhooks(app.db);
    expect(await firstDelivery()).toMatchObject({ attempts: 1, problem: "The secret can't be read. Make a new one." });
  });

  it("a slow webhook endpoint delays neither mails nor other endpoints", async () => {
    const slow = await makeEndpoint({ name: "slow" });
    await makeEndpoint({ name: "quick" });
    const order: string[] = [];
    let releaseSlow = () => {};
    const released = new Promise<void>((resolve) => {
      releaseSlow = resolve;
    });
    let inFlight = 0;
    let most = 0;
    const send: typeof postWebhook = async (address) => {
      const isSlow = address === slow.url;
      if (isSlow) {
        most = Math.max(most, ++inFlight);
        await released;
        inFlight--;
      }
      order.push(isSlow ? "slow" : "quick");
      return { status: 200, problem: null, response: "", durationMs: 1 };
    };
    await app.db.transaction(async (tx) => {
      await emitWebhooks(
        tx,
        Array.from({ length: 10 }, () => webhookChange()),
      );
      await queueMail(tx, { to: "ada@example.com", subject: "Hello", text: "Text" });
    });
    const mail = async () => void order.push("mail");
    const done = deliverOutbox(app.db, { mail, webhook: (db) => deliverWebhooks(db, send) });
    await vi.waitFor(() => expect(order).toHaveLength(11), { timeout: 10_000 });
    expect(order.filter((each) => each === "slow")).toEqual([]);
    releaseSlow();
    await done;
    expect(order.filter((each) => each === "slow")).toHaveLength(10);
    expect(most).toBe(4);
  });
});

describe("a run", () => {
  const emitMany = (count: number) =>
    app.db.transaction((tx) =>
      emitWebhooks(
        tx,
        Array.from({ length: count }, () => webhookChange()),
      ),
    );
  const delivered = { status: 200, problem: null, response: "", durationMs: 1 };
  const deliveryTask = () => timedTasks().find(({ name }) => name === "deliver-webhook");

  it("a webhook delivery run starts no attempt after its own or its caller's time limit, and the next run continues", async () => {
    await makeEndpoint();
    await emitMany(6);
    const limitMs = 2_000;
    const slowSend: typeof postWebhook = () => delay(limitMs + 100, delivered);
    expect(await deliverWebhooks(app.db, slowSend, limitMs)).toBe(4);
    expect(await runUntil(Date.now() - 1, () => deliverWebhooks(app.db))).toBe(0);
    expect(await app.db.$count(outbox)).toBe(2);
    expect(await deliverWebhooks(app.db)).toBe(2);
  });

  it.each([
    { name: "after a write", run: () => deliverOutbox(app.db), seconds: 11, sent: 1 },
    { name: "of the timed task", run: () => deliveryTask()?.run(app.db), seconds: 11, sent: 2 },
    { name: "of the timed task", run: () => deliveryTask()?.run(app.db), seconds: 46, sent: 1 },
  ])(
    "a webhook delivery run $name that waits for a slow endpoint has sent $sent events after $seconds s",
    async ({ run, seconds, sent }) => {
      await makeEndpoint({ name: "slow" });
      await emitMany(1);
      let releaseSlow = () => {};
      receiver.answerWith((response) => {
        if (receiver.received.length > 1) return void response.end();
        releaseSlow = () => void response.end();
      });
      const done = run();
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 5_000 });
      const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + seconds * 1_000);
      try {
        await makeEndpoint({ name: "quick" });
        await emitMany(1);
        // Waits longer than the interval at which a run looks for due events.
        if (sent === 1) await delay(1_500);
        await vi.waitFor(() => expect(receiver.received).toHaveLength(sent), { timeout: 5_000 });
      } finally {
        releaseSlow();
        await done;
        clock.mockRestore();
      }
    },
  );

  it("a webhook delivery run that waits for a slow endpoint sends events of other endpoints as they become due", async () => {
    const slow = await makeEndpoint({ name: "slow" });
    await emitMany(1);
    await makeEndpoint({ name: "quick" });
    let releaseSlow = () => {};
    const released = new Promise<void>((resolve) => {
      releaseSlow = resolve;
    });
    const sent: string[] = [];
    const send: typeof postWebhook = async (address) => {
      const isSlow = address === slow.url;
      sent.push(isSlow ? "slow" : "quick");
      if (isSlow) await released;
      return delivered;
    };
    const run = deliverWebhooks(app.db, send);
    await vi.waitFor(() => expect(sent).toEqual(["slow"]), { timeout: 5_000 });
    await emitMany(1);
    await vi.waitFor(() => expect(sent).toContain("quick"), { timeout: 5_000 }).finally(releaseSlow);
    await run;
  });
});

describe("several servers", () => {
  it("a webhook event is delivered once by several servers", async () => {
    await makeEndpoint();
    await app.db.transaction((tx) =>
      emitWebhooks(
        tx,
        Array.from({ length: 30 }, () => webhookChange()),
      ),
    );
    // A second copy of the module has its own memory, like another server.
    vi.resetModules();
    const other = await import("./deliver-webhooks");
    await Promise.all([deliverWebhooks(app.db), other.deliverWebhooks(app.db)]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(30);
    expect(ids).toHaveLength(30);
  });

  it("a webhook event is sent again with the same id after a crash between sending and storing the result", async () => {
    await makeEndpoint();
    await emit();
    // Simulates a server that stops after the receiver has responded: only its claim is stored.
    const crash: typeof postWebhook = async (...args) => {
      await postWebhook(...args);
      throw new Error("killed");
    };
    expect(await deliverWebhooks(app.db, crash)).toBe(0);
    expect(await deliverWebhooks(app.db)).toBe(0);
    expect(receiver.received).toHaveLength(1);
    const [claimed] = await app.db.select().from(outbox);
    expect(claimed?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 20_000);
    await makeDue();
    expect(await deliverWebhooks(app.db)).toBe(1);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

it("the next event of a webhook endpoint is found by an index, however many events wait for another endpoint", async () => {
  await app.db.execute(sql`
    insert into outbox (kind, payload)
    select 'webhook', jsonb_build_object('endpointId', ${uuid()}::text) from generate_series(1, 2000)`);
  // The planner would otherwise depend on whether autovacuum has analyzed the few rows of other tests.
  await app.db.execute(sql`analyze outbox`);
  const plan = await app.db.execute<{ "QUERY PLAN": string }>(sql`
    explain select id from outbox where kind = 'webhook' and (payload ->> 'endpointId') = ${uuid()} and next_attempt_at <= now()
    order by next_attempt_at, id limit 4`);
  expect(plan.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("outbox_webhooks");
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { events, tickets } from "@/lib/server/db/schema/event";
import { outbox, type QueuedEventChange } from "@/lib/server/db/schema/outbox";
import { users } from "@/lib/server/db/schema/user";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent, timeInHours } from "@/lib/server/testing/events";
import { addCitizenDevice, FAKE_FIREBASE, takeQueuedCitizenMessages } from "@/lib/server/testing/queued-news";
import { changeSettings } from "@/lib/server/testing/settings";
import { makeTickets } from "@/lib/server/testing/tickets";
import { deliverEventChange } from "./notify-of-change";
import { createTicketCode } from "./ticket-code";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let testEvent: Awaited<ReturnType<typeof makeEvent>>;
const settings = changeSettings();
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  settings.firebaseServiceAccount = FAKE_FIREBASE;
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(outbox);
  testEvent = await makeEvent(app, { title: "Calabar Jazz", types: [{ quantity: 5_000 }] });
});

const EVENT_FIELDS = ["title", "description", "venue", "lga", "lat", "lng", "starts_at", "ends_at", "cover_image_id"];
async function updateEvent(changes: object) {
  const event = (await app.call("GET", `/events/${testEvent.event.id}`, { token: admin.token })).json.data;
  const unchanged = Object.fromEntries(
    [...EVENT_FIELDS, "organiser", "capacity", "version"].map((field) => [field, event[field]]),
  );
  const body = { ...unchanged, category_id: event.category.id, ...changes };
  return app.call("PATCH", `/events/${testEvent.event.id}`, { token: admin.token, body });
}
const deliverEventChanges = () => deliverOutboxKind("event_change", app.db);
const recipients = async () => (await takeQueuedCitizenMessages(app)).mails.map(({ to }) => to).sort();
const queuedChange = async () => (await app.db.select().from(outbox).where(eq(outbox.kind, "event_change")))[0];

/** Creates citizens with one valid ticket each. @returns their email addresses, sorted */
async function makeManyHolders(count: number) {
  await makeTickets(app, testEvent, { count });
  const holders = await Promise.all(Array.from({ length: count }, () => makeUser(app)));
  const rows = await app.db.select().from(tickets).where(eq(tickets.eventId, testEvent.event.id));
  await app.db.transaction(async (tx) => {
    for (const [index, { id }] of rows.entries())
      await tx
        .update(tickets)
        .set({ holderId: holders[index]?.id, ...createTicketCode() })
        .where(eq(tickets.id, id));
  });
  return holders.map(({ email }) => email).sort();
}

describe("a new time or venue of a live event", () => {
  it("notifies each holder of a valid ticket once of an event's changed time or venue, by mail and push", async () => {
    const [holder, other, refunded, voided, entered] = await Promise.all(
      Array.from({ length: 5 }, () => makeUser(app)),
    );
    if (!holder || !other || !refunded || !voided || !entered) throw new Error("no users");
    await makeTickets(app, testEvent, { holderId: holder.id, count: 3 });
    await makeTickets(app, testEvent, { holderId: other.id });
    await makeTickets(app, testEvent, { holderId: voided.id, state: "void" });
    await makeTickets(app, testEvent, {
      holderId: entered.id,
      state: "checked_in",
      checkedInAt: new Date(),
      checkedInBy: admin.id,
    });
    await addCitizenDevice(app, holder.id);
    const answer = await updateEvent({
      starts_at: timeInHours(48).toISOString(),
      ends_at: timeInHours(50).toISOString(),
    });
    expect(answer.status).toBe(200);
    expect((await app.audit(testEvent.event.id))[0]).toMatchObject({ after: { people_notified: 2 } });
    await deliverEventChanges();
    const { mails, pushes } = await takeQueuedCitizenMessages(app);
    expect(mails.map(({ to }) => to).sort()).toEqual([holder.email, other.email].sort());
    expect(mails[0]?.subject).toBe("Calabar Jazz has a new date or time");
    expect(mails[0]?.text).toMatch(/When: \d{1,2} \w{3} \d{4}, .*, Lagos time\nWhere: Cultural Centre/);
    expect(pushes).toMatchObject([{ userId: holder.id, data: { category: "event", event_id: testEvent.event.id } }]);
    expect(await queuedChange()).toBeUndefined();
  });

  it("notifies ticket holders of a new venue, but not of other changes, and queues nothing for an event without tickets", async () => {
    expect((await updateEvent({ venue: "Stadium" })).status).toBe(200);
    expect(await queuedChange()).toBeUndefined();
    await makeTickets(app, testEvent);
    expect((await updateEvent({ title: "Calabar Jazz 2", organiser: "Tourism board" })).status).toBe(200);
    expect(await queuedChange()).toBeUndefined();
    expect((await updateEvent({ venue: "Library" })).status).toBe(200);
    await deliverEventChanges();
    const { mails } = await takeQueuedCitizenMessages(app);
    expect(mails).toMatchObject([{ subject: "Calabar Jazz 2 has a new venue" }]);
    expect(mails[0]?.text).toContain("Where: Library");
  });

  it("queues the notification only if the change of the event succeeds", async () => {
    await makeTickets(app, testEvent);
    expect((await updateEvent({ venue: "Library", version: 99 })).status).toBe(409);
    expect((await updateEvent({ venue: "Library", starts_at: timeInHours(-1).toISOString() })).status).toBe(400);
    expect(await queuedChange()).toBeUndefined();
  });

  it("notifies ticket holders of a changed event in batches that resume after a crash without a second message", async () => {
    const expected = await makeManyHolders(650);
    await updateEvent({ venue: "Library" });
    const row = await queuedChange();
    if (!row) throw new Error("nothing queued");
    const start = row.payload as QueuedEventChange;
    // Simulates a server that stops after it has sent the first batch. Another server then processes the same outbox row again.
    expect(await deliverEventChange(app.db, row.id, start)).toBe(true);
    expect(await deliverEventChange(app.db, row.id, start)).toBe(true);
    const first = await recipients();
    expect(first).toHaveLength(500);
    // Makes a batch of notifications fail before its commit, so that it queues no messages.
    await app.db.execute(
      "create function refuse_rows() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$",
    );
    await app.db.execute(
      "create trigger refuse_rows before insert on outbox for each row when (new.kind = 'bulk_mail') execute function refuse_rows()",
    );
    await deliverEventChanges();
    expect(await recipients()).toEqual([]);
    await app.db.execute("drop trigger refuse_rows on outbox");
    await app.db.update(outbox).set({ nextAttemptAt: new Date(0) });
    // Simulates two servers that send the remaining notifications in parallel.
    await Promise.all([deliverEventChanges(), deliverEventChanges()]);
    expect([...first, ...(await recipients())].sort()).toEqual(expected);
    expect(await queuedChange()).toBeUndefined();
  });

  it("sends ticket holders one notification with the current values if the event changes again before sending", async () => {
    await makeTickets(app, testEvent);
    await updateEvent({ venue: "Library" });
    await updateEvent({ venue: "Museum", starts_at: timeInHours(25).toISOString() });
    await deliverEventChanges();
    const { mails } = await takeQueuedCitizenMessages(app);
    expect(mails).toMatchObject([{ subject: "Calabar Jazz has a new date or time and venue" }]);
    expect(mails[0]?.text).toContain("Where: Museum");
  });

  it("sends no change notification once the event is cancelled or over, nor to closed accounts or holders without an email address", async () => {
    await makeTickets(app, testEvent);
    await updateEvent({ venue: "Library" });
    await app.db
      .update(events)
      .set({ state: "cancelled", cancelledAt: new Date(), cancelReason: "Rain", cancelledBy: admin.id })
      .where(eq(events.id, testEvent.event.id));
    await deliverEventChanges();
    expect(await recipients()).toEqual([]);
    testEvent = await makeEvent(app);
    const [unmailed, closed] = [await makeUser(app, { email: null }), await makeUser(app)];
    for (const { id } of [unmailed, closed]) await makeTickets(app, testEvent, { holderId: id });
    await addCitizenDevice(app, unmailed.id);
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, closed.id));
    await updateEvent({ venue: "Library" });
    await deliverEventChanges();
    expect(await takeQueuedCitizenMessages(app)).toMatchObject({ mails: [], pushes: [{ userId: unmailed.id }] });
  });
});

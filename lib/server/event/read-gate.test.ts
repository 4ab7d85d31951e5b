import { desc, eq } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { events, tickets } from "@/lib/server/db/schema/event";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { resultsOf, scanOf, sendScans } from "@/lib/server/testing/gates";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
let chief: Awaited<ReturnType<typeof makeAdmin>>;
let reader: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app, { rights: rightsOf({ Events: ["read", "update"] }) });
  chief = await makeAdmin(app, { rights: rightsOf({ Events: ["read", "update", "approve"] }), firstName: "Chief" });
  reader = await makeAdmin(app, { rights: rightsOf({ Events: ["read"] }) });
});
afterAll(() => app.stop());

const get = (path: string, token = ada.token) => app.call("GET", path, { token });
const checkIn = (id: string, version: number, token = ada.token) =>
  app.call("PATCH", `/events/tickets/${id}/check-in`, { token, body: { version } });
const undo = (id: string, version: number, token = chief.token, reason = "Let in by mistake") =>
  app.call("PATCH", `/events/tickets/${id}/check-in/undo`, { token, body: { version, reason } });
const newestOf = async (recordId: string) => {
  const [row] = await app.db
    .select()
    .from(auditTrails)
    .where(eq(auditTrails.recordId, recordId))
    .orderBy(desc(auditTrails.id))
    .limit(1);
  return row;
};
const isIn = (checkedInAt = new Date()) => ({
  state: "checked_in" as const,
  gate: "North",
  checkedInAt,
  checkedInBy: ada.id,
});

describe("the check-in page of an event", () => {
  it("counts expected and checked-in visitors by type, without refunded and void tickets", async () => {
    const made = await makeEvent(app, { types: [{ name: "Regular" }, { name: "VIP" }, { name: "Table" }] });
    await makeTickets(app, made, { count: 3 });
    await makeTickets(app, made, { count: 2, ...isIn() });
    await makeTicket(app, made, { of: 1, ...isIn() });
    await makeTicket(app, made, { of: 1, state: "refunded" });
    await makeTicket(app, made, { of: 1, state: "void" });
    await makeTicket(app, await makeEvent(app));
    const answered = await get(`/events/${made.event.id}/check-in`, reader.token);
    expect(answered.json.data).toEqual({
      event: {
        id: made.event.id,
        title: made.event.title,
        venue: "Cultural Centre",
        state: "live",
        starts_at: made.event.startsAt?.toISOString(),
        ends_at: made.event.endsAt?.toISOString(),
      },
      counts: {
        expected: 6,
        checked_in: 3,
        conflicts: 0,
        types: [
          { id: made.types[0]?.id, name: "Regular", expected: 5, checked_in: 2 },
          { id: made.types[1]?.id, name: "VIP", expected: 1, checked_in: 1 },
          { id: made.types[2]?.id, name: "Table", expected: 0, checked_in: 0 },
        ],
      },
    });
    expect((await get(`/events/${uuid()}/check-in`)).status).toBe(404);
  });
});

describe("manual check-in", () => {
  it("checks in, undoes it with a reason, and lets a gate check in again", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const checked = await checkIn(ticket.id, 1);
    expect(checked.json.data).toMatchObject({
      state: "checked_in",
      version: 2,
      check_in: { gate: "Manual check-in", by: { id: ada.id, name: ada.name, email: ada.email } },
    });
    expect(await newestOf(ticket.id)).toMatchObject({
      action: "event.checkIn",
      before: { state: "valid" },
      after: { state: "checked_in", gate: "Manual check-in" },
    });
    const undone = await undo(ticket.id, 2);
    expect(undone.json.data).toMatchObject({ state: "valid", version: 3, check_in: null, checked_in_at: null });
    expect(await newestOf(ticket.id)).toMatchObject({
      action: "event.undoCheckIn",
      adminId: chief.id,
      before: { state: "checked_in", gate: "Manual check-in", checked_in_at: checked.json.data.check_in.at },
      after: { state: "valid", reason: "Let in by mistake" },
    });
    const scanned = await sendScans(app, ada.token, made.event.id, { gate: "North", scans: [scanOf(ticket)] });
    expect(resultsOf(scanned)).toEqual(["checked_in"]);
    expect(scanned.json.data.answers[0].ticket).toMatchObject({ gate: "North" });
  });

  it("needs the right to approve and a reason for an undo", async () => {
    const ticket = await makeTicket(app, await makeEvent(app), {
      ...isIn(),
    });
    expect((await undo(ticket.id, 1, ada.token)).status).toBe(403);
    expect((await undo(ticket.id, 1, chief.token, " ")).status).toBe(400);
    expect((await checkIn(ticket.id, 1, reader.token)).status).toBe(403);
    const [stored] = await app.db.select().from(tickets).where(eq(tickets.id, ticket.id));
    expect(stored).toMatchObject({ state: "checked_in", version: 1 });
  });

  it("refuses a changed ticket or a wrong state with the current ticket", async () => {
    const made = await makeEvent(app);
    const at = new Date("2026-11-20T17:04:00Z");
    const inside = await makeTicket(app, made, { ...isIn(at) });
    const valid = await makeTicket(app, made);
    const refunded = await makeTicket(app, made, { state: "refunded" });
    const voided = await makeTicket(app, made, { state: "void" });
    const refusals = [
      [await checkIn(valid.id, 9), valid, /changed since you opened it/],
      [await undo(inside.id, 9), inside, /changed since you opened it/],
      [
        await checkIn(inside.id, 1),
        inside,
        new RegExp(`^${ada.name} checked in this ticket already: 20 Nov 2026, 18:04, North`),
      ],
      [await checkIn(refunded.id, 1), refunded, /is refunded/],
      [await checkIn(voided.id, 1), voided, /is void/],
      [await undo(valid.id, 1), valid, /no check-in to undo/],
      [await undo(refunded.id, 1), refunded, /no check-in to undo/],
    ] as const;
    for (const [answered, { id, state }, message] of refusals) {
      expect(answered.status).toBe(409);
      expect(answered.json).toMatchObject({
        message: expect.stringMatching(message),
        current: { id, state, version: 1 },
      });
      expect(await newestOf(id)).toMatchObject({ outcome: "refused" });
    }
    expect((await checkIn(uuid(), 1)).status).toBe(404);
  });

  it("refuses an event that is not live, and keeps check-ins once it is cancelled", async () => {
    const draft = await makeTicket(app, await makeEvent(app, { state: "draft" }));
    expect((await checkIn(draft.id, 1)).json).toMatchObject({
      status: 409,
      message: expect.stringContaining("not live yet"),
    });
    const made = await makeEvent(app);
    const valid = await makeTicket(app, made);
    const inside = await makeTicket(app, made, { ...isIn() });
    await app.db
      .update(events)
      .set({ state: "cancelled", cancelledAt: new Date() })
      .where(eq(events.id, made.event.id));
    for (const refused of [await checkIn(valid.id, 1), await undo(inside.id, 1)])
      expect(refused.json).toMatchObject({ status: 409, message: expect.stringContaining("was cancelled") });
  });

  it("admits a ticket once when a gate scans it in parallel", async () => {
    const made = await makeEvent(app);
    for (let round = 0; round < 10; round++) {
      const ticket = await makeTicket(app, made);
      const [scanned, byHand] = await Promise.all([
        sendScans(app, ada.token, made.event.id, { gate: "North", scans: [scanOf(ticket)] }),
        checkIn(ticket.id, 1),
      ]);
      const [result] = resultsOf(scanned);
      expect([result, byHand.status]).toEqual(result === "checked_in" ? ["checked_in", 409] : ["already_in", 200]);
    }
  });
});

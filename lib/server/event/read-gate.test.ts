import { desc, eq } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { events, tickets } from "@/lib/server/db/schema/event";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { gateScanOf, scanResultsOf, sendScans } from "@/lib/server/testing/gates";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";

let app: TestApp;
let gateAdmin: Awaited<ReturnType<typeof makeAdmin>>;
let chiefAdmin: Awaited<ReturnType<typeof makeAdmin>>;
let reader: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  gateAdmin = await makeAdmin(app, { rights: makeRights({ Events: ["read", "update"] }) });
  chiefAdmin = await makeAdmin(app, {
    rights: makeRights({ Events: ["read", "update", "approve"] }),
    firstName: "Chief",
  });
  reader = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
});
afterAll(() => app.stop());

const get = (path: string, token = gateAdmin.token) => app.call("GET", path, { token });
const checkIn = (id: string, version: number, token = gateAdmin.token) =>
  app.call("PATCH", `/events/tickets/${id}/check-in`, { token, body: { version } });
const undoCheckIn = (id: string, version: number, token = chiefAdmin.token, reason = "Let in by mistake") =>
  app.call("PATCH", `/events/tickets/${id}/check-in/undo`, { token, body: { version, reason } });
const newestAuditOf = async (recordId: string) => {
  const [row] = await app.db
    .select()
    .from(auditTrails)
    .where(eq(auditTrails.recordId, recordId))
    .orderBy(desc(auditTrails.id))
    .limit(1);
  return row;
};
const checkedInValues = (checkedInAt = new Date()) => ({
  state: "checked_in" as const,
  gate: "North",
  checkedInAt,
  checkedInBy: gateAdmin.id,
});

describe("the check-in page of an event", () => {
  it("counts expected and checked-in visitors by ticket type, without refunded and void tickets", async () => {
    const made = await makeEvent(app, { types: [{ name: "Regular" }, { name: "VIP" }, { name: "Table" }] });
    await makeTickets(app, made, { count: 3 });
    await makeTickets(app, made, { count: 2, ...checkedInValues() });
    await makeTicket(app, made, { of: 1, ...checkedInValues() });
    await makeTicket(app, made, { of: 1, state: "refunded" });
    await makeTicket(app, made, { of: 1, state: "void" });
    await makeTicket(app, await makeEvent(app));
    const answer = await get(`/events/${made.event.id}/check-in`, reader.token);
    expect(answer.json.data).toEqual({
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
  it("checks in a ticket manually, undoes this with a reason, and lets a gate check it in again", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const checkInAnswer = await checkIn(ticket.id, 1);
    expect(checkInAnswer.json.data).toMatchObject({
      state: "checked_in",
      version: 2,
      check_in: { gate: "Manual check-in", by: { id: gateAdmin.id, name: gateAdmin.name, email: gateAdmin.email } },
    });
    expect(await newestAuditOf(ticket.id)).toMatchObject({
      action: "event.checkIn",
      before: { state: "valid" },
      after: { state: "checked_in", gate: "Manual check-in" },
    });
    const undoAnswer = await undoCheckIn(ticket.id, 2);
    expect(undoAnswer.json.data).toMatchObject({ state: "valid", version: 3, check_in: null, checked_in_at: null });
    expect(await newestAuditOf(ticket.id)).toMatchObject({
      action: "event.undoCheckIn",
      adminId: chiefAdmin.id,
      before: { state: "checked_in", gate: "Manual check-in", checked_in_at: checkInAnswer.json.data.check_in.at },
      after: { state: "valid", reason: "Let in by mistake" },
    });
    const scanAnswer = await sendScans(app, gateAdmin.token, made.event.id, {
      gate: "North",
      scans: [gateScanOf(ticket)],
    });
    expect(scanResultsOf(scanAnswer)).toEqual(["checked_in"]);
    expect(scanAnswer.json.data.answers[0].ticket).toMatchObject({ gate: "North" });
  });

  it("requires the right to approve and a reason to undo a check-in", async () => {
    const ticket = await makeTicket(app, await makeEvent(app), {
      ...checkedInValues(),
    });
    expect((await undoCheckIn(ticket.id, 1, gateAdmin.token)).status).toBe(403);
    expect((await undoCheckIn(ticket.id, 1, chiefAdmin.token, " ")).status).toBe(400);
    expect((await checkIn(ticket.id, 1, reader.token)).status).toBe(403);
    const [stored] = await app.db.select().from(tickets).where(eq(tickets.id, ticket.id));
    expect(stored).toMatchObject({ state: "checked_in", version: 1 });
  });

  it("refuses a manual check-in of a ticket that has changed or is in a wrong state, and returns the current ticket", async () => {
    const made = await makeEvent(app);
    const at = new Date("2026-11-20T17:04:00Z");
    const checkedInTicket = await makeTicket(app, made, { ...checkedInValues(at) });
    const validTicket = await makeTicket(app, made);
    const refunded = await makeTicket(app, made, { state: "refunded" });
    const voided = await makeTicket(app, made, { state: "void" });
    const refusals = [
      [await checkIn(validTicket.id, 9), validTicket, /changed since you opened it/],
      [await undoCheckIn(checkedInTicket.id, 9), checkedInTicket, /changed since you opened it/],
      [
        await checkIn(checkedInTicket.id, 1),
        checkedInTicket,
        new RegExp(`^${gateAdmin.name} checked in this ticket already: 20 Nov 2026, 18:04, North`),
      ],
      [await checkIn(refunded.id, 1), refunded, /is refunded/],
      [await checkIn(voided.id, 1), voided, /is void/],
      [await undoCheckIn(validTicket.id, 1), validTicket, /no check-in to undo/],
      [await undoCheckIn(refunded.id, 1), refunded, /no check-in to undo/],
    ] as const;
    for (const [answer, { id, state }, message] of refusals) {
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({
        message: expect.stringMatching(message),
        current: { id, state, version: 1 },
      });
      expect(await newestAuditOf(id)).toMatchObject({ outcome: "refused" });
    }
    expect((await checkIn(uuid(), 1)).status).toBe(404);
  });

  it("refuses a manual check-in if the event is not live, and an undo once the event is cancelled", async () => {
    const draftTicket = await makeTicket(app, await makeEvent(app, { state: "draft" }));
    expect((await checkIn(draftTicket.id, 1)).json).toMatchObject({
      status: 409,
      message: expect.stringContaining("not live yet"),
    });
    const made = await makeEvent(app);
    const validTicket = await makeTicket(app, made);
    const checkedInTicket = await makeTicket(app, made, { ...checkedInValues() });
    await app.db
      .update(events)
      .set({ state: "cancelled", cancelledAt: new Date() })
      .where(eq(events.id, made.event.id));
    for (const refused of [await checkIn(validTicket.id, 1), await undoCheckIn(checkedInTicket.id, 1)])
      expect(refused.json).toMatchObject({ status: 409, message: expect.stringContaining("was cancelled") });
  });

  it("admits a ticket only once if a gate scans it during a manual check-in", async () => {
    const made = await makeEvent(app);
    for (let round = 0; round < 10; round++) {
      const ticket = await makeTicket(app, made);
      const [scanAnswer, manualAnswer] = await Promise.all([
        sendScans(app, gateAdmin.token, made.event.id, { gate: "North", scans: [gateScanOf(ticket)] }),
        checkIn(ticket.id, 1),
      ]);
      const [result] = scanResultsOf(scanAnswer);
      expect([result, manualAnswer.status]).toEqual(
        result === "checked_in" ? ["checked_in", 409] : ["already_in", 200],
      );
    }
  });
});

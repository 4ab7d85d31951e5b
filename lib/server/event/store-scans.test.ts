import { and, eq, ne } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { TicketScan } from "@/lib/contract/event-gate";
import { events, ticketScans, tickets } from "@/lib/server/db/schema/event";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent, timeInHours } from "@/lib/server/testing/events";
import { gateScanOf, scanResultsOf, sendScans } from "@/lib/server/testing/gates";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";
import { createTicketCode, hashOfCode } from "./ticket-code";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app, { rights: makeRights({ Events: ["read", "update"] }) });
});
afterAll(() => app.stop());

const hoursFromNow = (hours: number) => timeInHours(hours).toISOString();
const sendBatch = (eventId: string, scans: TicketScan[], gate = "Gate 1", token = admin.token) =>
  sendScans(app, token, eventId, { gate, scans });
const storedTicket = async (id: string) => {
  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, id));
  if (!ticket) throw new Error("no ticket");
  return ticket;
};
const auditRowsOf = (id: string) =>
  app.db
    .select()
    .from(auditTrails)
    .where(and(eq(auditTrails.recordId, id), eq(auditTrails.action, "event.scan")));
const conflictsOf = async (eventId: string, query = "") =>
  (await app.call("GET", `/events/${eventId}/check-in/conflicts${query}`, { token: admin.token })).json.data;

describe("a scan", () => {
  it("admits a valid ticket only once, and returns holder, gate, time and admin", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const scan = gateScanOf(ticket);
    const scanResponse = await sendBatch(made.event.id, [scan], " Gate 1 ");
    expect(scanResponse.status, JSON.stringify(scanResponse.json)).toBe(200);
    const admitted = {
      id: ticket.id,
      reference: ticket.reference,
      holder: expect.stringMatching(/^Ekaette Bassey/),
      type: made.types[0]?.name,
      state: "checked_in",
      at: expect.any(String),
      gate: "Gate 1",
      by: admin.name,
      other_event: null,
    };
    expect(scanResponse.json.data.answers).toEqual([{ id: scan.id, result: "checked_in", ticket: admitted }]);
    expect(scanResponse.json.data.counts).toMatchObject({ expected: 1, checked_in: 1, conflicts: 0 });
    const row = await storedTicket(ticket.id);
    expect(scanResponse.json.data.answers[0].ticket.at).toBe(row.checkedInAt?.toISOString());
    expect(row).toMatchObject({ state: "checked_in", gate: "Gate 1", checkedInBy: admin.id, version: 2 });
    expect(row.updatedAt.getTime()).toBeGreaterThan(ticket.updatedAt.getTime());
    expect(await auditRowsOf(ticket.id)).toMatchObject([
      {
        outcome: "done",
        adminId: admin.id,
        before: { state: "valid" },
        after: { state: "checked_in", gate: "Gate 1", checked_in_at: row.checkedInAt?.toISOString() },
      },
    ]);
    expect(await auditRowsOf(made.event.id)).toEqual([]);

    const second = await sendBatch(made.event.id, [gateScanOf(ticket)], "Gate 2");
    expect(second.json.data.answers).toMatchObject([{ result: "already_in", ticket: admitted }]);
    expect((await auditRowsOf(ticket.id))[1]).toMatchObject({
      outcome: "refused",
      refusal: "The ticket was checked in already.",
      recordName: ticket.reference,
      after: { gate: "Gate 2" },
    });
    expect(await storedTicket(ticket.id)).toEqual(row);
  });

  it("returns why a scanned ticket is refused, and stores each scan without codes", async () => {
    const made = await makeEvent(app);
    const other = await makeEvent(app);
    const refunded = await makeTicket(app, made, { state: "refunded" });
    const voided = await makeTicket(app, made, { state: "void" });
    const otherEventTicket = await makeTicket(app, other);
    const scans = [refunded, voided, otherEventTicket, createTicketCode()].map((each) => gateScanOf(each));
    const scanResponse = await sendBatch(made.event.id, scans);
    const [first, second, third, fourth] = scanResponse.json.data.answers;
    expect(first).toMatchObject({
      result: "refunded",
      ticket: { id: refunded.id, state: "refunded", at: null, by: "" },
    });
    expect(second).toMatchObject({ result: "void", ticket: { id: voided.id } });
    expect(third).toMatchObject({ result: "other_event", ticket: { other_event: other.event.title } });
    expect(fourth).toEqual({ id: scans[3]?.id, result: "unknown", ticket: null });
    expect(scanResponse.json.data.counts).toMatchObject({ expected: 0, checked_in: 0 });
    expect(await storedTicket(otherEventTicket.id)).toMatchObject({ state: "valid", version: 1 });
    const auditRows = (
      await Promise.all([refunded, voided, otherEventTicket, made.event].map(({ id }) => auditRowsOf(id)))
    ).flat();
    expect(auditRows.map(({ outcome, refusal, recordName }) => [outcome, refusal, recordName])).toEqual([
      ["refused", "The ticket was refunded.", refunded.reference],
      ["refused", "The ticket is void.", voided.reference],
      ["refused", "The ticket is for another event.", otherEventTicket.reference],
      ["refused", "Unknown ticket: no ticket has this code.", made.event.title],
    ]);
    const rows = await app.db.select().from(ticketScans).where(eq(ticketScans.eventId, made.event.id));
    expect(rows.map(({ result }) => result).sort()).toEqual(["other_event", "refunded", "unknown", "void"]);
    for (const { code, codeHash } of [refunded, voided, otherEventTicket])
      for (const secret of [code, codeHash])
        expect(JSON.stringify([scanResponse.json, auditRows, rows])).not.toContain(secret);
  });

  it("admits nobody to a draft or cancelled event, but still admits after the event's end", async () => {
    const draft = await makeEvent(app, { state: "draft" });
    const ticketOfDraft = await makeTicket(app, draft);
    expect(
      scanResultsOf(await sendBatch(draft.event.id, [gateScanOf(ticketOfDraft), gateScanOf(createTicketCode())])),
    ).toEqual(["not_open", "not_open"]);

    const cancelled = await makeEvent(app);
    const validTicket = await makeTicket(app, cancelled);
    const refunded = await makeTicket(app, cancelled, { state: "refunded" });
    const checkedInTicket = await makeTicket(app, cancelled, {
      state: "checked_in",
      checkedInAt: new Date(),
      checkedInBy: admin.id,
    });
    await app.db
      .update(events)
      .set({ state: "cancelled", cancelledAt: new Date() })
      .where(eq(events.id, cancelled.event.id));
    const scans = [validTicket, refunded, checkedInTicket, createTicketCode()].map((each) => gateScanOf(each));
    expect(scanResultsOf(await sendBatch(cancelled.event.id, scans))).toEqual([
      "not_open",
      "refunded",
      "already_in",
      "unknown",
    ]);
    expect((await storedTicket(validTicket.id)).state).toBe("valid");

    const endedEvent = await makeEvent(app, { startsAt: timeInHours(-9), endsAt: timeInHours(-1) });
    expect(
      scanResultsOf(await sendBatch(endedEvent.event.id, [gateScanOf(await makeTicket(app, endedEvent))])),
    ).toEqual(["checked_in"]);
  });

  it("stores the server's time for an online scan, even if the gate's clock is wrong", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const sentAt = Date.now();
    await sendBatch(made.event.id, [gateScanOf(ticket, { scanned_at: hoursFromNow(-5) })]);
    const at = (await storedTicket(ticket.id)).checkedInAt?.getTime() ?? 0;
    expect(at).toBeGreaterThanOrEqual(sentAt);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it("stores the gate's corrected time for an offline scan, at most a week ago and never in the future", async () => {
    const made = await makeEvent(app);
    const storedScanTime = async (scanned_at: string, sent_at?: string) => {
      const ticket = await makeTicket(app, made);
      const scans = [gateScanOf(ticket, { let_in: true, scanned_at })];
      expect(
        scanResultsOf(await sendScans(app, admin.token, made.event.id, { gate: "Gate 1", scans, sent_at })),
      ).toEqual(["checked_in"]);
      const [row] = await app.db.select().from(ticketScans).where(eq(ticketScans.ticketId, ticket.id));
      const { checkedInAt } = await storedTicket(ticket.id);
      expect(row?.scannedAt).toEqual(checkedInAt);
      return Math.round((Date.now() - (checkedInAt?.getTime() ?? 0)) / 60_000) / 60;
    };
    expect(await storedScanTime(hoursFromNow(-2))).toBe(2);
    expect(await storedScanTime(hoursFromNow(-2), hoursFromNow(0))).toBe(2);
    expect(await storedScanTime(hoursFromNow(-53), hoursFromNow(-50))).toBe(3);
    expect(await storedScanTime(hoursFromNow(99), hoursFromNow(100))).toBe(1);
    expect(await storedScanTime("2099-01-01T00:00:00Z")).toBe(0);
    expect(await storedScanTime("2001-01-01T00:00:00Z")).toBe(7 * 24);
  });

  it("refuses scans from an admin without the right to update, of an unknown event, or with invalid input", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const reader = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    expect((await sendBatch(made.event.id, [gateScanOf(ticket)], "Gate 1", reader.token)).status).toBe(403);
    expect((await sendBatch(uuid(), [gateScanOf(ticket)])).status).toBe(404);
    expect((await sendBatch(made.event.id, [])).status).toBe(400);
    expect((await sendBatch(made.event.id, [gateScanOf(ticket)], " ")).status).toBe(400);
    expect((await sendBatch(made.event.id, [gateScanOf({ codeHash: ticket.code })])).status).toBe(400);
    expect(
      (
        await sendBatch(
          made.event.id,
          Array.from({ length: 101 }, () => gateScanOf(ticket)),
        )
      ).status,
    ).toBe(400);
    expect((await storedTicket(ticket.id)).state).toBe("valid");
  });
});

describe("several scans in one request", () => {
  it("updates a gate's cached counts to the same numbers as a recount after several scans in one request", async () => {
    const made = await makeEvent(app, { types: [{ name: "Regular" }, { name: "VIP" }] });
    const [first, second] = await makeTickets(app, made, { count: 3 });
    const vipTicket = await makeTicket(app, made, { of: 1 });
    if (!first || !second) throw new Error("no tickets");
    await sendBatch(made.event.id, [gateScanOf(first)]);
    const offline = [
      gateScanOf(second),
      gateScanOf(vipTicket),
      gateScanOf(first, { let_in: true }),
      gateScanOf(createTicketCode()),
    ];
    const scanResponse = await sendBatch(made.event.id, offline);
    const { counts } = (await app.call("GET", `/events/${made.event.id}/check-in`, { token: admin.token })).json.data;
    expect(counts).toMatchObject({
      expected: 4,
      checked_in: 3,
      conflicts: 1,
      types: [{ checked_in: 2 }, { checked_in: 1 }],
    });
    expect(scanResponse.json.data.counts).toEqual(counts);
  });
});

describe("a repeated scan", () => {
  it("returns the response of the first scan to a repeated scan, and changes nothing, even if the ticket has changed since", async () => {
    const made = await makeEvent(app);
    const [firstTicket, secondTicket] = await makeTickets(app, made, { count: 2 });
    if (!firstTicket || !secondTicket) throw new Error("no tickets");
    const batch = [
      gateScanOf(firstTicket),
      gateScanOf(firstTicket),
      gateScanOf(secondTicket),
      gateScanOf(createTicketCode()),
    ];
    const first = await sendBatch(made.event.id, batch);
    expect(scanResultsOf(first)).toEqual(["checked_in", "already_in", "checked_in", "unknown"]);
    const repeatResponse = await sendBatch(made.event.id, batch);
    expect(repeatResponse.json.data).toEqual(first.json.data);
    expect(await storedTicket(firstTicket.id)).toMatchObject({ version: 2 });
    expect((await auditRowsOf(firstTicket.id)).map(({ outcome }) => outcome)).toEqual(["done", "refused"]);
    expect((await auditRowsOf(made.event.id)).map(({ outcome, after }) => [outcome, after])).toEqual([
      ["refused", { gate: "Gate 1" }],
      ["done", { gate: "Gate 1", repeated: 4 }],
    ]);
    const code = createTicketCode();
    const uncheckedValues = { state: "valid" as const, checkedInAt: null, checkedInBy: null, gate: "" };
    await app.db.update(tickets).set(uncheckedValues).where(eq(tickets.id, firstTicket.id));
    const [{ id: holderId } = {}] = await app.db
      .select()
      .from(users)
      .where(ne(users.id, firstTicket.holderId))
      .limit(1);
    await app.db
      .update(tickets)
      .set({ ...code, holderId })
      .where(eq(tickets.id, firstTicket.id));
    const afterTransfer = await sendBatch(made.event.id, batch);
    expect(scanResultsOf(afterTransfer)).toEqual(["checked_in", "already_in", "checked_in", "unknown"]);
    expect(afterTransfer.json.data.answers[0].ticket).toMatchObject({ id: firstTicket.id, state: "valid" });
    expect(scanResultsOf(await sendBatch(made.event.id, [gateScanOf(firstTicket)]))).toEqual(["unknown"]);
  });

  it("stores a repeated scan only once if both requests run in parallel", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const batch = [gateScanOf(ticket), gateScanOf(createTicketCode())];
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendBatch(made.event.id, batch)));
    for (const answer of answers) expect(scanResultsOf(answer)).toEqual(["checked_in", "unknown"]);
    expect(await app.db.$count(ticketScans, eq(ticketScans.eventId, made.event.id))).toBe(2);
    expect(await auditRowsOf(ticket.id)).toHaveLength(1);
  });

  it("lists a scan conflict if an offline gate admitted a refused ticket because the gate never received the refusal", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const lostScan = gateScanOf(ticket);
    expect(scanResultsOf(await sendBatch(made.event.id, [gateScanOf(ticket)], "Gate 2"))).toEqual(["checked_in"]);
    expect(scanResultsOf(await sendBatch(made.event.id, [lostScan]))).toEqual(["already_in"]);
    expect((await conflictsOf(made.event.id)).total).toBe(0);
    for (let times = 0; times < 2; times++)
      expect(scanResultsOf(await sendBatch(made.event.id, [{ ...lostScan, let_in: true }]))).toEqual(["already_in"]);
    expect((await conflictsOf(made.event.id)).items).toMatchObject([{ gate: "Gate 1", first: { gate: "Gate 2" } }]);

    const newTicket = await makeTicket(app, made);
    const arrivedScan = gateScanOf(newTicket);
    await sendBatch(made.event.id, [arrivedScan]);
    expect(scanResultsOf(await sendBatch(made.event.id, [{ ...arrivedScan, let_in: true }]))).toEqual(["checked_in"]);
    expect((await conflictsOf(made.event.id)).total).toBe(1);
  });

  it("refuses a repeated scan that is sent for another event", async () => {
    const made = await makeEvent(app);
    const other = await makeEvent(app);
    const scan = gateScanOf(await makeTicket(app, made));
    await sendBatch(made.event.id, [scan]);
    const refused = await sendBatch(other.event.id, [scan]);
    expect(refused).toMatchObject({ status: 400, json: { message: expect.stringContaining("Make a new id") } });
  });
});

it("finds a scanned ticket by the hash of its code", async () => {
  const made = await makeEvent(app);
  const ticket = await makeTicket(app, made);
  expect(ticket.codeHash).toBe(hashOfCode(ticket.code));
  expect(scanResultsOf(await sendBatch(made.event.id, [gateScanOf({ codeHash: hashOfCode(ticket.code) })]))).toEqual([
    "checked_in",
  ]);
});

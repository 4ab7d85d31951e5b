import { and, eq, sql } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Scan } from "@/lib/contract/event-gate";
import { events, ticketScans, tickets } from "@/lib/server/db/schema/event";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { inHours, makeEvent } from "@/lib/server/testing/events";
import { resultsOf, scanOf, sendScans } from "@/lib/server/testing/gates";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";
import { hashOfCode, newTicketCode } from "./ticket-code";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app, { rights: rightsOf({ Events: ["read", "update"] }) });
});
afterAll(() => app.stop());

const hoursFromNow = (hours: number) => inHours(hours).toISOString();
const send = (eventId: string, scans: Scan[], gate = "Gate 1", token = ada.token) =>
  sendScans(app, token, eventId, { gate, scans });
const stored = async (id: string) => {
  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, id));
  if (!ticket) throw new Error("no ticket");
  return ticket;
};
const trailOf = (id: string) =>
  app.db
    .select()
    .from(auditTrails)
    .where(and(eq(auditTrails.recordId, id), eq(auditTrails.action, "event.scan")));
const conflictsOf = async (eventId: string, query = "") =>
  (await app.call("GET", `/events/${eventId}/check-in/conflicts${query}`, { token: ada.token })).json.data;

describe("a scan", () => {
  it("admits a valid ticket once, and returns holder, gate, time and admin", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const scan = scanOf(ticket);
    const answered = await send(made.event.id, [scan], " Gate 1 ");
    expect(answered.status, JSON.stringify(answered.json)).toBe(200);
    const admitted = {
      id: ticket.id,
      reference: ticket.reference,
      holder: expect.stringMatching(/^Ekaette Bassey/),
      type: made.types[0]?.name,
      state: "checked_in",
      at: expect.any(String),
      gate: "Gate 1",
      by: ada.name,
      other_event: null,
    };
    expect(answered.json.data.answers).toEqual([{ id: scan.id, result: "checked_in", ticket: admitted }]);
    expect(answered.json.data.counts).toMatchObject({ expected: 1, checked_in: 1, conflicts: 0 });
    const row = await stored(ticket.id);
    expect(answered.json.data.answers[0].ticket.at).toBe(row.checkedInAt?.toISOString());
    expect(row).toMatchObject({ state: "checked_in", gate: "Gate 1", checkedInBy: ada.id, version: 2 });
    expect(row.updatedAt.getTime()).toBeGreaterThan(ticket.updatedAt.getTime());
    expect(await trailOf(ticket.id)).toMatchObject([
      {
        outcome: "done",
        adminId: ada.id,
        before: { state: "valid" },
        after: { state: "checked_in", gate: "Gate 1", checked_in_at: row.checkedInAt?.toISOString() },
      },
    ]);
    expect(await trailOf(made.event.id)).toEqual([]);

    const second = await send(made.event.id, [scanOf(ticket)], "Gate 2");
    expect(second.json.data.answers).toMatchObject([{ result: "already_in", ticket: admitted }]);
    expect((await trailOf(ticket.id))[1]).toMatchObject({
      outcome: "refused",
      refusal: "The ticket was checked in already.",
      recordName: ticket.reference,
      after: { gate: "Gate 2" },
    });
    expect(await stored(ticket.id)).toEqual(row);
  });

  it("returns why a ticket is refused, and records each scan without codes", async () => {
    const made = await makeEvent(app);
    const other = await makeEvent(app);
    const refunded = await makeTicket(app, made, { state: "refunded" });
    const voided = await makeTicket(app, made, { state: "void" });
    const elsewhere = await makeTicket(app, other);
    const scans = [refunded, voided, elsewhere, newTicketCode()].map((each) => scanOf(each));
    const answered = await send(made.event.id, scans);
    const [first, second, third, fourth] = answered.json.data.answers;
    expect(first).toMatchObject({
      result: "refunded",
      ticket: { id: refunded.id, state: "refunded", at: null, by: "" },
    });
    expect(second).toMatchObject({ result: "void", ticket: { id: voided.id } });
    expect(third).toMatchObject({ result: "other_event", ticket: { other_event: other.event.title } });
    expect(fourth).toEqual({ id: scans[3]?.id, result: "unknown", ticket: null });
    expect(answered.json.data.counts).toMatchObject({ expected: 0, checked_in: 0 });
    expect(await stored(elsewhere.id)).toMatchObject({ state: "valid", version: 1 });
    const trail = (await Promise.all([refunded, voided, elsewhere, made.event].map(({ id }) => trailOf(id)))).flat();
    expect(trail.map(({ outcome, refusal, recordName }) => [outcome, refusal, recordName])).toEqual([
      ["refused", "The ticket was refunded.", refunded.reference],
      ["refused", "The ticket is void.", voided.reference],
      ["refused", "The ticket is for another event.", elsewhere.reference],
      ["refused", "Unknown ticket: no ticket has this code.", made.event.title],
    ]);
    const rows = await app.db.select().from(ticketScans).where(eq(ticketScans.eventId, made.event.id));
    expect(rows.map(({ result }) => result).sort()).toEqual(["other_event", "refunded", "unknown", "void"]);
    for (const { code, codeHash } of [refunded, voided, elsewhere])
      for (const secret of [code, codeHash]) expect(JSON.stringify([answered.json, trail, rows])).not.toContain(secret);
  });

  it("admits nobody to a draft or cancelled event, and still admits after the end", async () => {
    const draft = await makeEvent(app, { state: "draft" });
    const early = await makeTicket(app, draft);
    expect(resultsOf(await send(draft.event.id, [scanOf(early), scanOf(newTicketCode())]))).toEqual([
      "not_open",
      "not_open",
    ]);

    const cancelled = await makeEvent(app);
    const open = await makeTicket(app, cancelled);
    const refunded = await makeTicket(app, cancelled, { state: "refunded" });
    const inside = await makeTicket(app, cancelled, {
      state: "checked_in",
      checkedInAt: new Date(),
      checkedInBy: ada.id,
    });
    await app.db
      .update(events)
      .set({ state: "cancelled", cancelledAt: new Date() })
      .where(eq(events.id, cancelled.event.id));
    const scans = [open, refunded, inside, newTicketCode()].map((each) => scanOf(each));
    expect(resultsOf(await send(cancelled.event.id, scans))).toEqual(["not_open", "refunded", "already_in", "unknown"]);
    expect((await stored(open.id)).state).toBe("valid");

    const over = await makeEvent(app, { startsAt: inHours(-9), endsAt: inHours(-1) });
    expect(resultsOf(await send(over.event.id, [scanOf(await makeTicket(app, over))]))).toEqual(["checked_in"]);
  });

  it("counts as made now when it is sent online, even if the gate's clock is wrong", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const sentAt = Date.now();
    await send(made.event.id, [scanOf(ticket, { scanned_at: hoursFromNow(-5) })]);
    const at = (await stored(ticket.id)).checkedInAt?.getTime() ?? 0;
    expect(at).toBeGreaterThanOrEqual(sentAt);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it("has the gate's corrected time when it was made offline, at most a week ago and never in the future", async () => {
    const made = await makeEvent(app);
    const timeTaken = async (scanned_at: string, sent_at?: string) => {
      const ticket = await makeTicket(app, made);
      const scans = [scanOf(ticket, { let_in: true, scanned_at })];
      expect(resultsOf(await sendScans(app, ada.token, made.event.id, { gate: "Gate 1", scans, sent_at }))).toEqual([
        "checked_in",
      ]);
      const [row] = await app.db.select().from(ticketScans).where(eq(ticketScans.ticketId, ticket.id));
      const { checkedInAt } = await stored(ticket.id);
      expect(row?.scannedAt).toEqual(checkedInAt);
      return Math.round((Date.now() - (checkedInAt?.getTime() ?? 0)) / 60_000) / 60;
    };
    expect(await timeTaken(hoursFromNow(-2))).toBe(2);
    expect(await timeTaken(hoursFromNow(-2), hoursFromNow(0))).toBe(2);
    expect(await timeTaken(hoursFromNow(-53), hoursFromNow(-50))).toBe(3);
    expect(await timeTaken(hoursFromNow(99), hoursFromNow(100))).toBe(1);
    expect(await timeTaken("2099-01-01T00:00:00Z")).toBe(0);
    expect(await timeTaken("2001-01-01T00:00:00Z")).toBe(7 * 24);
  });

  it("is refused without the right, without an event, and with invalid input", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const reader = await makeAdmin(app, { rights: rightsOf({ Events: ["read"] }) });
    expect((await send(made.event.id, [scanOf(ticket)], "Gate 1", reader.token)).status).toBe(403);
    expect((await send(uuid(), [scanOf(ticket)])).status).toBe(404);
    expect((await send(made.event.id, [])).status).toBe(400);
    expect((await send(made.event.id, [scanOf(ticket)], " ")).status).toBe(400);
    expect((await send(made.event.id, [scanOf({ codeHash: ticket.code })])).status).toBe(400);
    expect(
      (
        await send(
          made.event.id,
          Array.from({ length: 101 }, () => scanOf(ticket)),
        )
      ).status,
    ).toBe(400);
    expect((await stored(ticket.id)).state).toBe("valid");
  });
});

describe("several scans in one request", () => {
  it("update the cached counts to the same numbers as a fresh count", async () => {
    const made = await makeEvent(app, { types: [{ name: "Regular" }, { name: "VIP" }] });
    const [first, second] = await makeTickets(app, made, { count: 3 });
    const vip = await makeTicket(app, made, { of: 1 });
    if (!first || !second) throw new Error("no tickets");
    await send(made.event.id, [scanOf(first)]);
    const offline = [scanOf(second), scanOf(vip), scanOf(first, { let_in: true }), scanOf(newTicketCode())];
    const answered = await send(made.event.id, offline);
    const { counts } = (await app.call("GET", `/events/${made.event.id}/check-in`, { token: ada.token })).json.data;
    expect(counts).toMatchObject({
      expected: 4,
      checked_in: 3,
      conflicts: 1,
      types: [{ checked_in: 2 }, { checked_in: 1 }],
    });
    expect(answered.json.data.counts).toEqual(counts);
  });
});

describe("a repeated scan", () => {
  it("has one effect and the same answer, even if the ticket has changed since", async () => {
    const made = await makeEvent(app);
    const [one, two] = await makeTickets(app, made, { count: 2 });
    if (!one || !two) throw new Error("no tickets");
    const batch = [scanOf(one), scanOf(one), scanOf(two), scanOf(newTicketCode())];
    const first = await send(made.event.id, batch);
    expect(resultsOf(first)).toEqual(["checked_in", "already_in", "checked_in", "unknown"]);
    const again = await send(made.event.id, batch);
    expect(again.json.data).toEqual(first.json.data);
    expect(await stored(one.id)).toMatchObject({ version: 2 });
    expect((await trailOf(one.id)).map(({ outcome }) => outcome)).toEqual(["done", "refused"]);
    expect((await trailOf(made.event.id)).map(({ outcome, after }) => [outcome, after])).toEqual([
      ["refused", { gate: "Gate 1" }],
      ["done", { gate: "Gate 1", repeated: 4 }],
    ]);
    const code = newTicketCode();
    const undone = { state: "valid" as const, checkedInAt: null, checkedInBy: null, gate: "" };
    await app.db.update(tickets).set(undone).where(eq(tickets.id, one.id));
    const { id: holderId } =
      (await app.db.query.users.findFirst({ where: (user) => sql`${user.id} <> ${one.holderId}` })) ?? {};
    await app.db
      .update(tickets)
      .set({ ...code, holderId })
      .where(eq(tickets.id, one.id));
    const transferred = await send(made.event.id, batch);
    expect(resultsOf(transferred)).toEqual(["checked_in", "already_in", "checked_in", "unknown"]);
    expect(transferred.json.data.answers[0].ticket).toMatchObject({ id: one.id, state: "valid" });
    expect(resultsOf(await send(made.event.id, [scanOf(one)]))).toEqual(["unknown"]);
  });

  it("has one effect when both requests run in parallel", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const batch = [scanOf(ticket), scanOf(newTicketCode())];
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(made.event.id, batch)));
    for (const answer of answers) expect(resultsOf(answer)).toEqual(["checked_in", "unknown"]);
    expect(await app.db.$count(ticketScans, eq(ticketScans.eventId, made.event.id))).toBe(2);
    expect(await trailOf(ticket.id)).toHaveLength(1);
  });

  it("is a conflict when the gate admitted offline because it never got the refusal", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const lost = scanOf(ticket);
    expect(resultsOf(await send(made.event.id, [scanOf(ticket)], "Gate 2"))).toEqual(["checked_in"]);
    expect(resultsOf(await send(made.event.id, [lost]))).toEqual(["already_in"]);
    expect((await conflictsOf(made.event.id)).total).toBe(0);
    for (let times = 0; times < 2; times++)
      expect(resultsOf(await send(made.event.id, [{ ...lost, let_in: true }]))).toEqual(["already_in"]);
    expect((await conflictsOf(made.event.id)).items).toMatchObject([{ gate: "Gate 1", first: { gate: "Gate 2" } }]);

    const fresh = await makeTicket(app, made);
    const arrived = scanOf(fresh);
    await send(made.event.id, [arrived]);
    expect(resultsOf(await send(made.event.id, [{ ...arrived, let_in: true }]))).toEqual(["checked_in"]);
    expect((await conflictsOf(made.event.id)).total).toBe(1);
  });

  it("is refused at another event", async () => {
    const made = await makeEvent(app);
    const other = await makeEvent(app);
    const scan = scanOf(await makeTicket(app, made));
    await send(made.event.id, [scan]);
    const refused = await send(other.event.id, [scan]);
    expect(refused).toMatchObject({ status: 400, json: { message: expect.stringContaining("Make a new id") } });
  });
});

it("finds a ticket by the hash of its code", async () => {
  const made = await makeEvent(app);
  const ticket = await makeTicket(app, made);
  expect(ticket.codeHash).toBe(hashOfCode(ticket.code));
  expect(resultsOf(await send(made.event.id, [scanOf({ codeHash: hashOfCode(ticket.code) })]))).toEqual(["checked_in"]);
});

import { and, eq } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { TicketScan } from "@/lib/contract/event-gate";
import { tickets } from "@/lib/server/db/schema/event";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { gateScanOf, scanResultsOf, sendScans } from "@/lib/server/testing/gates";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";
import { createTicketCode } from "./ticket-code";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app, { rights: makeRights({ Events: ["read", "update"] }) });
});
afterAll(() => app.stop());

const offlineScan = (ticket: { codeHash: string }, values: Partial<TicketScan> = {}) =>
  gateScanOf(ticket, { let_in: true, ...values });
const sendBatch = (eventId: string, scans: TicketScan[], gate = "Gate 1") =>
  sendScans(app, admin.token, eventId, { gate, scans });
const storedTicket = async (id: string) => {
  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, id));
  if (!ticket) throw new Error("no ticket");
  return ticket;
};
const conflictsOf = async (eventId: string, query = "") =>
  (await app.call("GET", `/events/${eventId}/check-in/conflicts${query}`, { token: admin.token })).json.data;

describe("several gates", () => {
  it("admits a ticket only once if several gates scan it in parallel", async () => {
    const made = await makeEvent(app);
    for (let round = 0; round < 25; round++) {
      const ticket = await makeTicket(app, made);
      const answers = await Promise.all(
        ["Gate 1", "Gate 2", "Gate 3"].map((gate) => sendBatch(made.event.id, [gateScanOf(ticket)], gate)),
      );
      const results = answers.flatMap(scanResultsOf).sort();
      expect(results).toEqual(["already_in", "already_in", "checked_in"]);
      const { gate } = await storedTicket(ticket.id);
      for (const { json } of answers) expect(json.data.answers[0].ticket).toMatchObject({ gate, by: admin.name });
    }
    expect((await conflictsOf(made.event.id)).total).toBe(0);
  });

  it("does not deadlock if several gates scan the same tickets in different orders", async () => {
    const made = await makeEvent(app);
    const manyTickets = await makeTickets(app, made, { count: 40 });
    const answers = await Promise.all(
      [manyTickets, manyTickets.toReversed(), manyTickets, manyTickets.toReversed()].map((each) =>
        sendBatch(
          made.event.id,
          each.map((ticket) => gateScanOf(ticket)),
        ),
      ),
    );
    const results = answers.flatMap(scanResultsOf);
    expect(results.filter((result) => result === "checked_in")).toHaveLength(40);
    expect(answers.at(-1)?.status).toBe(200);
    expect(await app.db.$count(tickets, and(eq(tickets.eventId, made.event.id), eq(tickets.version, 2)))).toBe(40);
  });

  it("lists a scan conflict if two gates admitted the same ticket offline; the scan received first counts as the check-in", async () => {
    const made = await makeEvent(app);
    const [scannedTwice, scannedOnce] = await makeTickets(app, made, { count: 2 });
    if (!scannedTwice || !scannedOnce) throw new Error("no tickets");
    const refunded = await makeTicket(app, made, { state: "refunded" });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const lateScan = offlineScan(scannedTwice, { scanned_at: minutesAgo(5) });
    const earlyScan = offlineScan(scannedTwice, { scanned_at: minutesAgo(20) });
    await sendBatch(made.event.id, [lateScan, offlineScan(scannedOnce)], "Gate 1");
    const answer = await sendBatch(
      made.event.id,
      [earlyScan, offlineScan(refunded), offlineScan(createTicketCode())],
      "Gate 2",
    );
    expect(scanResultsOf(answer)).toEqual(["already_in", "refunded", "unknown"]);
    expect(answer.json.data.counts).toMatchObject({ expected: 2, checked_in: 2, conflicts: 3 });
    // An online gate refused this scan, so nobody was admitted, and it is not a conflict.
    await sendBatch(made.event.id, [gateScanOf(scannedTwice)], "Gate 3");

    const { items, total } = await conflictsOf(made.event.id);
    expect(total).toBe(3);
    const found = items.find(({ id }: { id: string }) => id === earlyScan.id);
    expect(found).toMatchObject({
      result: "already_in",
      ticket: { id: scannedTwice.id, reference: scannedTwice.reference, type: made.types[0]?.name },
      gate: "Gate 2",
      by: { id: admin.id, name: admin.name, email: admin.email },
      scanned_at: earlyScan.scanned_at,
      first: { at: lateScan.scanned_at, gate: "Gate 1" },
    });
    const unknownScan = items.find(({ result }: { result: string }) => result === "unknown");
    expect(unknownScan).toMatchObject({ ticket: null, first: null });
  });
});

describe("the list of conflicts", () => {
  it("sorts, pages and searches scan conflicts, and returns an empty list without conflicts", async () => {
    const made = await makeEvent(app);
    expect(await conflictsOf(made.event.id)).toMatchObject({ items: [], total: 0, totalIsCapped: false });
    const ticket = await makeTicket(app, made, { state: "refunded" });
    for (const gate of ["North", "South"]) await sendBatch(made.event.id, [offlineScan(ticket)], gate);
    await sendBatch(
      made.event.id,
      Array.from({ length: 20 }, () => offlineScan(createTicketCode())),
      "West 100%",
    );
    const gatesFound = async (query: string) =>
      (await conflictsOf(made.event.id, query)).items.map(({ gate }: { gate: string }) => gate);
    expect((await gatesFound("?size=50")).slice(-2)).toEqual(["South", "North"]);
    expect((await gatesFound("?sort=received_at")).slice(0, 2)).toEqual(["North", "South"]);
    expect(await gatesFound("?page=1")).toEqual(["South", "North"]);
    expect(await gatesFound("?q=nor")).toEqual(["North"]);
    expect(await gatesFound("?q=%25")).toEqual([]);
    expect(await gatesFound(`?q=${ticket.reference.toLowerCase()}`)).toEqual(["South", "North"]);
    expect((await conflictsOf(made.event.id, "?q=west")).total).toBe(20);
    const missing = await app.call("GET", `/events/${uuid()}/check-in/conflicts`, { token: admin.token });
    expect(missing.status).toBe(404);
  });
});

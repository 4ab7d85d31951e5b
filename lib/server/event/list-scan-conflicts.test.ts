import { and, eq } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Scan } from "@/lib/contract/event-gate";
import { tickets } from "@/lib/server/db/schema/event";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { resultsOf, scanOf, sendScans } from "@/lib/server/testing/gates";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";
import { newTicketCode } from "./ticket-code";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app, { rights: rightsOf({ Events: ["read", "update"] }) });
});
afterAll(() => app.stop());

const offline = (ticket: { codeHash: string }, values: Partial<Scan> = {}) =>
  scanOf(ticket, { let_in: true, ...values });
const send = (eventId: string, scans: Scan[], gate = "Gate 1") => sendScans(app, ada.token, eventId, { gate, scans });
const stored = async (id: string) => {
  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, id));
  if (!ticket) throw new Error("no ticket");
  return ticket;
};
const conflictsOf = async (eventId: string, query = "") =>
  (await app.call("GET", `/events/${eventId}/check-in/conflicts${query}`, { token: ada.token })).json.data;

describe("several gates", () => {
  it("admit the same ticket once when they scan it in parallel", async () => {
    const made = await makeEvent(app);
    for (let round = 0; round < 25; round++) {
      const ticket = await makeTicket(app, made);
      const answers = await Promise.all(
        ["Gate 1", "Gate 2", "Gate 3"].map((gate) => send(made.event.id, [scanOf(ticket)], gate)),
      );
      const results = answers.flatMap(resultsOf).sort();
      expect(results).toEqual(["already_in", "already_in", "checked_in"]);
      const { gate } = await stored(ticket.id);
      for (const { json } of answers) expect(json.data.answers[0].ticket).toMatchObject({ gate, by: ada.name });
    }
    expect((await conflictsOf(made.event.id)).total).toBe(0);
  });

  it("do not deadlock when they scan the same tickets in different order", async () => {
    const made = await makeEvent(app);
    const many = await makeTickets(app, made, { count: 40 });
    const answers = await Promise.all(
      [many, many.toReversed(), many, many.toReversed()].map((each) =>
        send(
          made.event.id,
          each.map((ticket) => scanOf(ticket)),
        ),
      ),
    );
    const results = answers.flatMap(resultsOf);
    expect(results.filter((result) => result === "checked_in")).toHaveLength(40);
    expect(answers.at(-1)?.status).toBe(200);
    expect(await app.db.$count(tickets, and(eq(tickets.eventId, made.event.id), eq(tickets.version, 2)))).toBe(40);
  });

  it("list a conflict when both admitted a ticket offline; the first scan to arrive counts", async () => {
    const made = await makeEvent(app);
    const [twice, once] = await makeTickets(app, made, { count: 2 });
    if (!twice || !once) throw new Error("no tickets");
    const refunded = await makeTicket(app, made, { state: "refunded" });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const late = offline(twice, { scanned_at: minutesAgo(5) });
    const early = offline(twice, { scanned_at: minutesAgo(20) });
    await send(made.event.id, [late, offline(once)], "Gate 1");
    const answered = await send(made.event.id, [early, offline(refunded), offline(newTicketCode())], "Gate 2");
    expect(resultsOf(answered)).toEqual(["already_in", "refunded", "unknown"]);
    expect(answered.json.data.counts).toMatchObject({ expected: 2, checked_in: 2, conflicts: 3 });
    // An online gate refused this scan, so nobody was admitted and it is no conflict.
    await send(made.event.id, [scanOf(twice)], "Gate 3");

    const { items, total } = await conflictsOf(made.event.id);
    expect(total).toBe(3);
    const found = items.find(({ id }: { id: string }) => id === early.id);
    expect(found).toMatchObject({
      result: "already_in",
      ticket: { id: twice.id, reference: twice.reference, type: made.types[0]?.name },
      gate: "Gate 2",
      by: { id: ada.id, name: ada.name, email: ada.email },
      scanned_at: early.scanned_at,
      first: { at: late.scanned_at, gate: "Gate 1" },
    });
    const unknown = items.find(({ result }: { result: string }) => result === "unknown");
    expect(unknown).toMatchObject({ ticket: null, first: null });
  });
});

describe("the list of conflicts", () => {
  it("is sorted, paged and searched, and empty without conflicts", async () => {
    const made = await makeEvent(app);
    expect(await conflictsOf(made.event.id)).toMatchObject({ items: [], total: 0, totalIsCapped: false });
    const ticket = await makeTicket(app, made, { state: "refunded" });
    for (const gate of ["North", "South"]) await send(made.event.id, [offline(ticket)], gate);
    await send(
      made.event.id,
      Array.from({ length: 20 }, () => offline(newTicketCode())),
      "West 100%",
    );
    const gatesOf = async (query: string) =>
      (await conflictsOf(made.event.id, query)).items.map(({ gate }: { gate: string }) => gate);
    expect((await gatesOf("?size=50")).slice(-2)).toEqual(["South", "North"]);
    expect((await gatesOf("?sort=received_at")).slice(0, 2)).toEqual(["North", "South"]);
    expect(await gatesOf("?page=1")).toEqual(["South", "North"]);
    expect(await gatesOf("?q=nor")).toEqual(["North"]);
    expect(await gatesOf("?q=%25")).toEqual([]);
    expect(await gatesOf(`?q=${ticket.reference.toLowerCase()}`)).toEqual(["South", "North"]);
    expect((await conflictsOf(made.event.id, "?q=west")).total).toBe(20);
    const missing = await app.call("GET", `/events/${uuid()}/check-in/conflicts`, { token: ada.token });
    expect(missing.status).toBe(404);
  });
});

import { createDecipheriv, createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { v4 as uuid, v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { GATE_LIST_PAGE_SIZE } from "@/lib/contract/event.values";
import type { GateTicket } from "@/lib/contract/event-gate";
import { fullName } from "@/lib/server/api/context";
import { tickets } from "@/lib/server/db/schema/event";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { gateScanOf, scanResultsOf, sendScans } from "@/lib/server/testing/gates";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";
import { createTicketCode } from "./ticket-code";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let reader: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app, { rights: makeRights({ Events: ["read", "update"] }) });
  reader = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
});
afterAll(() => app.stop());

const getAs = (path: string, token = admin.token) => app.call("GET", path, { token });

describe("the offline list of a gate", () => {
  const readList = async (eventId: string, after?: string) => {
    const answer = await getAs(`/events/${eventId}/check-in/list${after ? `?after=${encodeURIComponent(after)}` : ""}`);
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    return answer.json.data as { items: GateTicket[]; next: string; more: boolean };
  };
  /** Decrypts a name as a browser does, by the contract's protocol. */
  const decryptName = ({ n }: GateTicket, code: string) => {
    const encryptedName = Buffer.from(n, "base64url");
    const key = createHash("sha256").update(`holder:${code}`).digest();
    const decipher = createDecipheriv("aes-256-gcm", key, encryptedName.subarray(0, 12)).setAuthTag(
      encryptedName.subarray(-16),
    );
    return Buffer.concat([decipher.update(encryptedName.subarray(12, -16)), decipher.final()]).toString("utf8");
  };

  it("the gate list contains no ticket codes, and contains holder names only encrypted with the ticket codes", async () => {
    const made = await makeEvent(app, { types: [{ name: "VIP" }] });
    const holder = await makeUser(app, { firstName: "Ńkọ̀yọ", lastName: "Effiong" });
    const at = new Date("2026-11-20T17:04:00Z");
    const options = {
      holderId: holder.id,
      state: "checked_in" as const,
      gate: "North",
      checkedInAt: at,
      checkedInBy: admin.id,
    };
    const ticket = await makeTicket(app, made, options);
    const list = await readList(made.event.id);
    expect(list).toMatchObject({
      more: false,
      items: [{ i: ticket.id, s: "checked_in", t: "VIP", at: at.toISOString() }],
    });
    const [item] = list.items;
    if (!item) throw new Error("no item");
    expect(item.g).toBe("North");
    expect(item.k).toBe(createHash("sha256").update(ticket.code).digest("base64url").slice(0, 22));
    expect(decryptName(item, ticket.code)).toBe(fullName(holder));
    expect(() => decryptName(item, createTicketCode().code)).toThrow();
    const text = JSON.stringify(list);
    for (const secret of [ticket.code, ticket.codeHash, holder.firstName, holder.lastName, holder.phone])
      expect(text).not.toContain(secret);
    expect((await readList(made.event.id)).items[0]?.n).not.toBe(item.n);
  });

  it("the gate list contains tickets in all states; a request without a cursor is audited, because it loads all of them", async () => {
    const made = await makeEvent(app);
    await makeTicket(app, await makeEvent(app));
    expect(await readList(made.event.id)).toMatchObject({ items: [], more: false });
    await makeTickets(app, made, { count: 2 });
    await makeTicket(app, made, { state: "refunded" });
    await makeTicket(app, made, { state: "void" });
    const { items, next } = await readList(made.event.id);
    expect(items.map(({ s }) => s).sort()).toEqual(["refunded", "valid", "valid", "void"]);
    const loadAudits = () =>
      app.db.$count(
        auditTrails,
        and(
          eq(auditTrails.recordId, made.event.id),
          eq(auditTrails.action, "event.gateList"),
          eq(auditTrails.adminId, admin.id),
        ),
      );
    expect(await loadAudits()).toBe(2);
    await readList(made.event.id, next);
    expect(await loadAudits()).toBe(2);
  });

  it("the gate list contains only tickets changed after the cursor, including a change that was committed late", async () => {
    const made = await makeEvent(app);
    const oneHourAgo = new Date(Date.now() - 3_600_000);
    const [settled, changedTicket] = await makeTickets(app, made, { count: 2, updatedAt: oneHourAgo });
    if (!settled || !changedTicket) throw new Error("no tickets");
    const first = await readList(made.event.id);
    expect(first.items).toHaveLength(2);
    expect((await readList(made.event.id, first.next)).items).toEqual([]);
    const newTicket = await makeTicket(app, made);
    const { next } = await readList(made.event.id, first.next);
    // Simulates a transaction that started before the list was read and committed afterwards.
    const lateTicket = await makeTicket(app, made, { updatedAt: new Date(Date.now() - 20_000) });
    scanResultsOf(
      await sendScans(app, admin.token, made.event.id, { gate: "South", scans: [gateScanOf(changedTicket)] }),
    );
    expect((await readList(made.event.id, next)).items.map(({ i, s, g }) => [i, s, g])).toEqual([
      [lateTicket.id, "valid", ""],
      [newTicket.id, "valid", ""],
      [changedTicket.id, "checked_in", "South"],
    ]);
  });

  it("the gate list contains the new code hash and the new holder of a transferred ticket", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const before = await readList(made.event.id);
    const code = createTicketCode();
    const holder = await makeUser(app);
    await app.db
      .update(tickets)
      .set({ ...code, holderId: holder.id, updatedAt: new Date() })
      .where(eq(tickets.id, ticket.id));
    const [item] = (await readList(made.event.id, before.next)).items;
    expect(item).toMatchObject({
      i: ticket.id,
      k: createHash("sha256").update(code.code).digest("base64url").slice(0, 22),
    });
    expect(item && decryptName(item, code.code)).toBe(fullName(holder));
  });

  it("pages the gate list without gaps or repetitions, although tickets change between two pages", async () => {
    const made = await makeEvent(app, { types: [{ quantity: 20_000 }] });
    const oldTicket = await makeTicket(app, made, { updatedAt: new Date("2026-01-01T00:00:00Z") });
    const count = GATE_LIST_PAGE_SIZE + 7;
    await app.db.execute(sql`insert into tickets (id, reference, code, code_hash, event_id, ticket_type_id, order_id, holder_id,
        price, updated_at)
      select gen_random_uuid(), 'TKT-P' || n, 'P' || n, encode(sha256(('P' || n)::bytea), 'hex'), event_id, ticket_type_id,
        order_id, holder_id, price, now() - interval '1 minute' + (n / 100) * interval '1 ms'
      from tickets, generate_series(1, ${count}) n where tickets.id = ${oldTicket.id}`);
    const first = await readList(made.event.id);
    expect([first.items.length, first.more]).toEqual([GATE_LIST_PAGE_SIZE, true]);
    // Adds a ticket whose change became visible only after the first page was read. An older `settled` in the cursor simulates ten minutes
    // between the pages.
    const lateTicket = await makeTicket(app, made, { updatedAt: new Date(Date.now() - 300_000) });
    const olderCursor = first.next.replace(/\d{13}$/, (settled) => String(Number(settled) - 600_000));
    const second = await readList(made.event.id, olderCursor);
    expect([second.items.length, second.more]).toEqual([count + 1 - GATE_LIST_PAGE_SIZE, false]);
    expect(new Set([...first.items, ...second.items].map(({ i }) => i)).size).toBe(count + 1);
    expect((await readList(made.event.id, second.next)).items[0]?.i).toBe(lateTicket.id);
  });

  it("refuses the gate list with an invalid cursor, and to an admin without the right to update", async () => {
    const { event } = await makeEvent(app);
    for (const after of [
      "x",
      `2026-13-41T00:00:00.000Z_${v7()}`,
      `0000-01-01T00:00:00.000Z_${v7()}`,
      "2026-11-20T17:04:00.000Z_1",
      "%00",
    ]) {
      const refused = await getAs(`/events/${event.id}/check-in/list?after=${after}`);
      expect(refused, after).toMatchObject({ status: 400, json: { fields: { after: expect.any(String) } } });
    }
    expect((await getAs(`/events/${event.id}/check-in/list`, reader.token)).status).toBe(403);
    expect((await getAs(`/events/${uuid()}/check-in/list`)).status).toBe(404);
  });
});

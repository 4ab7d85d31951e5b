import { createDecipheriv, createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { v4 as uuid, v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GATE_LIST_SIZE } from "@/lib/contract/event.values";
import type { GateTicket } from "@/lib/contract/event-gate";
import { fullName } from "@/lib/server/api/context";
import { tickets } from "@/lib/server/db/schema/event";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, makeUser, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { resultsOf, scanOf, sendScans } from "@/lib/server/testing/gates";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";
import { newTicketCode } from "./ticket-code";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
let reader: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app, { rights: rightsOf({ Events: ["read", "update"] }) });
  reader = await makeAdmin(app, { rights: rightsOf({ Events: ["read"] }) });
});
afterAll(() => app.stop());

const get = (path: string, token = ada.token) => app.call("GET", path, { token });

describe("the offline list of a gate", () => {
  const listOf = async (eventId: string, after?: string) => {
    const answered = await get(`/events/${eventId}/check-in/list${after ? `?after=${encodeURIComponent(after)}` : ""}`);
    expect(answered.status, JSON.stringify(answered.json)).toBe(200);
    return answered.json.data as { items: GateTicket[]; next: string; more: boolean };
  };
  /** Decrypts a name like a browser, by the contract's protocol. */
  const nameIn = ({ n }: GateTicket, code: string) => {
    const sealed = Buffer.from(n, "base64url");
    const key = createHash("sha256").update(`holder:${code}`).digest();
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString("utf8");
  };

  it("contains no codes, and names only encrypted with their codes", async () => {
    const made = await makeEvent(app, { types: [{ name: "VIP" }] });
    const holder = await makeUser(app, { firstName: "Ńkọ̀yọ", lastName: "Effiong" });
    const at = new Date("2026-11-20T17:04:00Z");
    const options = {
      holderId: holder.id,
      state: "checked_in" as const,
      gate: "North",
      checkedInAt: at,
      checkedInBy: ada.id,
    };
    const ticket = await makeTicket(app, made, options);
    const list = await listOf(made.event.id);
    expect(list).toMatchObject({
      more: false,
      items: [{ i: ticket.id, s: "checked_in", t: "VIP", at: at.toISOString() }],
    });
    const [item] = list.items;
    if (!item) throw new Error("no item");
    expect(item.g).toBe("North");
    expect(item.k).toBe(createHash("sha256").update(ticket.code).digest("base64url").slice(0, 22));
    expect(nameIn(item, ticket.code)).toBe(fullName(holder));
    expect(() => nameIn(item, newTicketCode().code)).toThrow();
    const text = JSON.stringify(list);
    for (const secret of [ticket.code, ticket.codeHash, holder.firstName, holder.lastName, holder.phone])
      expect(text).not.toContain(secret);
    expect((await listOf(made.event.id)).items[0]?.n).not.toBe(item.n);
  });

  it("contains tickets of this event in all states, and logs a load from the start", async () => {
    const made = await makeEvent(app);
    await makeTicket(app, await makeEvent(app));
    expect(await listOf(made.event.id)).toMatchObject({ items: [], more: false });
    await makeTickets(app, made, { count: 2 });
    await makeTicket(app, made, { state: "refunded" });
    await makeTicket(app, made, { state: "void" });
    const { items, next } = await listOf(made.event.id);
    expect(items.map(({ s }) => s).sort()).toEqual(["refunded", "valid", "valid", "void"]);
    const loaded = () =>
      app.db.$count(
        auditTrails,
        and(
          eq(auditTrails.recordId, made.event.id),
          eq(auditTrails.action, "event.gateList"),
          eq(auditTrails.adminId, ada.id),
        ),
      );
    expect(await loaded()).toBe(2);
    await listOf(made.event.id, next);
    expect(await loaded()).toBe(2);
  });

  it("returns later changes, including those that became visible late, and no older ones", async () => {
    const made = await makeEvent(app);
    const long = new Date(Date.now() - 3_600_000);
    const [settled, changed] = await makeTickets(app, made, { count: 2, updatedAt: long });
    if (!settled || !changed) throw new Error("no tickets");
    const first = await listOf(made.event.id);
    expect(first.items).toHaveLength(2);
    expect((await listOf(made.event.id, first.next)).items).toEqual([]);
    const fresh = await makeTicket(app, made);
    const { next } = await listOf(made.event.id, first.next);
    // Simulates a transaction that began before the list was read and committed afterwards.
    const late = await makeTicket(app, made, { updatedAt: new Date(Date.now() - 20_000) });
    resultsOf(await sendScans(app, ada.token, made.event.id, { gate: "South", scans: [scanOf(changed)] }));
    expect((await listOf(made.event.id, next)).items.map(({ i, s, g }) => [i, s, g])).toEqual([
      [late.id, "valid", ""],
      [fresh.id, "valid", ""],
      [changed.id, "checked_in", "South"],
    ]);
  });

  it("contains the new code hash and holder of a transferred ticket", async () => {
    const made = await makeEvent(app);
    const ticket = await makeTicket(app, made);
    const before = await listOf(made.event.id);
    const code = newTicketCode();
    const holder = await makeUser(app);
    await app.db
      .update(tickets)
      .set({ ...code, holderId: holder.id, updatedAt: new Date() })
      .where(eq(tickets.id, ticket.id));
    const [item] = (await listOf(made.event.id, before.next)).items;
    expect(item).toMatchObject({
      i: ticket.id,
      k: createHash("sha256").update(code.code).digest("base64url").slice(0, 22),
    });
    expect(item && nameIn(item, code.code)).toBe(fullName(holder));
  });

  it("is paged without gaps or repetitions, although tickets change between two pages", async () => {
    const made = await makeEvent(app, { types: [{ quantity: 20_000 }] });
    const one = await makeTicket(app, made, { updatedAt: new Date("2026-01-01T00:00:00Z") });
    const count = GATE_LIST_SIZE + 7;
    await app.db.execute(sql`insert into tickets (id, reference, code, code_hash, event_id, ticket_type_id, order_id, holder_id,
        price, updated_at)
      select gen_random_uuid(), 'TKT-P' || n, 'P' || n, encode(sha256(('P' || n)::bytea), 'hex'), event_id, ticket_type_id,
        order_id, holder_id, price, now() - interval '1 minute' + (n / 100) * interval '1 ms'
      from tickets, generate_series(1, ${count}) n where tickets.id = ${one.id}`);
    const first = await listOf(made.event.id);
    expect([first.items.length, first.more]).toEqual([GATE_LIST_SIZE, true]);
    // Reads the second page ten minutes later; a change before the cursor has become visible since.
    const late = await makeTicket(app, made, { updatedAt: new Date(Date.now() - 300_000) });
    const tenMinutesAgo = first.next.replace(/\d{13}$/, (settled) => String(Number(settled) - 600_000));
    const second = await listOf(made.event.id, tenMinutesAgo);
    expect([second.items.length, second.more]).toEqual([count + 1 - GATE_LIST_SIZE, false]);
    expect(new Set([...first.items, ...second.items].map(({ i }) => i)).size).toBe(count + 1);
    expect((await listOf(made.event.id, second.next)).items[0]?.i).toBe(late.id);
  });

  it("refuses an invalid cursor, and an admin without the right to update", async () => {
    const { event } = await makeEvent(app);
    for (const after of [
      "x",
      `2026-13-41T00:00:00.000Z_${v7()}`,
      `0000-01-01T00:00:00.000Z_${v7()}`,
      "2026-11-20T17:04:00.000Z_1",
      "%00",
    ]) {
      const refused = await get(`/events/${event.id}/check-in/list?after=${after}`);
      expect(refused, after).toMatchObject({ status: 400, json: { fields: { after: expect.any(String) } } });
    }
    expect((await get(`/events/${event.id}/check-in/list`, reader.token)).status).toBe(403);
    expect((await get(`/events/${uuid()}/check-in/list`)).status).toBe(404);
  });
});

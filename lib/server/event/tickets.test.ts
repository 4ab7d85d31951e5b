import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { formatTicketCode, TICKET_STATES, TICKET_TRANSITIONS } from "@/lib/contract/event.values";
import { events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSeatMismatches, makeEvent, timeInHours } from "@/lib/server/testing/events";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { buyTicketsFromWallet } from "@/lib/server/testing/tickets";
import { hashOfCode } from "./ticket-code";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

const listTickets = async (query = "") =>
  (await app.call("GET", `/events/tickets?${query}`, { token: admin.token })).json;
const listTicketIds = async (query: string) =>
  (await listTickets(query)).data.items.map(({ id }: { id: string }) => id);
const readTicket = async (id: string) =>
  (await app.call("GET", `/events/tickets/${id}`, { token: admin.token })).json.data;
const changeTicket = (id: string, subpath: string, body: object, token = admin.token) =>
  app.call(subpath === "mail" || subpath === "pdf" ? "POST" : "PATCH", `/events/tickets/${id}/${subpath}`, {
    token,
    body,
  });
const checkIn = (id: string) =>
  app.db
    .update(tickets)
    .set({ state: "checked_in", checkedInAt: new Date(), checkedInBy: admin.id, gate: "Main gate" })
    .where(eq(tickets.id, id));
const cancelEvent = (id: string) =>
  app.db.update(events).set({ state: "cancelled", cancelledAt: new Date() }).where(eq(events.id, id));
async function buyOneTicket(values: Parameters<typeof makeEvent>[1] = {}) {
  const made = await makeEvent(app, values);
  const { tickets: bought, ...rest } = await buyTicketsFromWallet(app, made);
  const [ticket] = bought;
  if (!ticket) throw new Error("no ticket");
  await app.mails();
  return { ...made, ...rest, ticket };
}

describe("the list of tickets", () => {
  it("returns an empty ticket list for an event without sales, and 403 without the right to read", async () => {
    expect((await listTickets(`event=${uuid()}`)).data).toEqual({
      until: expect.any(String),
      newer: 0,
      items: [],
      page: 0,
      size: 20,
      total: 0,
      totalIsCapped: false,
    });
    const adminWithoutEvents = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    expect((await app.call("GET", "/events/tickets", { token: adminWithoutEvents.token })).status).toBe(403);
  });

  it("filters tickets by event, type, state, holder, payment and day, newest first, in pages", async () => {
    const made = await makeEvent(app, { types: [{}, { price: 0 }] });
    const { user, tickets: bought, payment } = await buyTicketsFromWallet(app, made, { quantities: [2, 1] });
    const [a, b, c] = bought.map(({ id }) => id);
    if (!a || !b || !c) throw new Error("no tickets");
    const [free, paid] = [made.types[1], made.types[0]];
    const freeTicketId = bought.find(({ price }) => price === 0)?.id;
    await checkIn(a);
    const eventFilter = `event=${made.event.id}`;
    expect(await listTicketIds(eventFilter)).toEqual([c, b, a]);
    expect(await listTicketIds(`${eventFilter}&sort=created_at`)).toEqual([a, b, c]);
    expect(await listTicketIds(`holder=${user.id}`)).toEqual([c, b, a]);
    expect(await listTicketIds(`transaction=${payment.id}`)).toEqual([c, b, a]);
    expect(await listTicketIds(`type=${free?.id}`)).toEqual([freeTicketId]);
    expect(await listTicketIds(`type=${paid?.id}`)).toHaveLength(2);
    expect(await listTicketIds(`${eventFilter}&state=checked_in`)).toEqual([a]);
    expect(await listTicketIds(`${eventFilter}&state=void,valid`)).toEqual([c, b]);
    expect(await listTicketIds(`${eventFilter}&state=checked_in,valid`)).toEqual([c, b, a]);
    expect(await listTicketIds(`${eventFilter}&from=2020-01-01&to=2020-12-31`)).toEqual([]);
    expect(await listTicketIds(`${eventFilter}&from=2020-01-01`)).toEqual([c, b, a]);
    expect((await listTickets(`${eventFilter}&size=50`)).data).toMatchObject({ total: 3, size: 50 });
  });

  it("lists checked-in tickets first if sorted by check-in, then the others", async () => {
    const made = await makeEvent(app);
    const { tickets: bought } = await buyTicketsFromWallet(app, made, { quantities: [10] });
    const { tickets: moreTickets, user } = await buyTicketsFromWallet(app, made, { quantities: [10] });
    const [first, second] = [bought[3]?.id ?? "", moreTickets[4]?.id ?? ""];
    await checkIn(first);
    await checkIn(second);
    for (const [sort, order] of [
      ["checked_in_at", [first, second]],
      ["-checked_in_at", [second, first]],
    ] as const) {
      const allIds = await listTicketIds(`event=${made.event.id}&sort=${sort}`);
      expect(allIds.slice(0, 2)).toEqual(order);
      const rest = [...bought, ...moreTickets].map(({ id }) => id).filter((id) => id !== first && id !== second);
      expect(allIds.slice(2)).toEqual(rest.reverse());
      expect((await listTicketIds(`holder=${user.id}&q=${user.lastName}&sort=${sort}`))[0]).toBe(second);
    }
    const third = await buyTicketsFromWallet(app, made, { quantities: [5] });
    const [firstFound, secondFound] = [
      await listTicketIds(`event=${made.event.id}&sort=-checked_in_at`),
      await listTicketIds(`event=${made.event.id}&sort=-checked_in_at&page=1`),
    ];
    expect([firstFound.length, secondFound.length, new Set([...firstFound, ...secondFound]).size]).toEqual([20, 5, 25]);
    expect(third.tickets).toHaveLength(5);
  });

  it("finds tickets by references, complete codes, emails, phone numbers and names", async () => {
    const buyer = await makeUser(app, { firstName: "Nkoyo", middleName: "Ima", lastName: "Effiom" });
    const made = await makeEvent(app);
    const { tickets: bought, order, payment } = await buyTicketsFromWallet(app, made, { buyer });
    const [ticket] = bought;
    if (!ticket) throw new Error("no ticket");
    const localPhone = `0${buyer.phone.slice(4)}`;
    for (const typedSearch of [
      ticket.reference,
      ticket.reference.toLowerCase(),
      order.reference,
      payment.reference,
      ticket.code,
      formatTicketCode(ticket.code).toLowerCase(),
      buyer.email.toUpperCase(),
      localPhone,
      buyer.phone,
      "nko eff",
      "Ima",
    ])
      expect(await listTicketIds(`q=${encodeURIComponent(typedSearch)}`), typedSearch).toEqual([ticket.id]);
    for (const typedSearch of ["TKT-000000000000", "0000-0000-0000-0000", "nobody@example.com", "Nkoyo Zzz", "Nk%yo"])
      expect(await listTicketIds(`q=${encodeURIComponent(typedSearch)}`), typedSearch).toEqual([]);
  });

  it("shows only the last four letters of a code, and refuses pages that skip too many tickets", async () => {
    const { ticket, event, user } = await buyOneTicket();
    const { data } = await listTickets(`event=${event.id}`);
    expect(data.items[0]).toMatchObject({
      reference: ticket.reference,
      code_end: ticket.code.slice(-4),
      event: { id: event.id, title: event.title },
      holder: { id: user.id, name: `${user.firstName} ${user.lastName}` },
      state: "valid",
      price: 100_000,
      checked_in_at: null,
    });
    expect(JSON.stringify([data, await readTicket(ticket.id)])).not.toContain(ticket.code.slice(0, 12));
    expect((await listTickets("sort=checked_in_at&page=5001")).status).toBe(400);
    expect((await listTickets("page=5001")).data.items).toEqual([]);
  });

  it("exports tickets without complete codes", async () => {
    const { ticket, event } = await buyOneTicket();
    const made = await app.call("POST", "/events/tickets/export", { token: admin.token, body: { event: event.id } });
    expect(made.json.data.rows).toBe(1);
    const file = await app.call("GET", `/exports/${made.json.data.token}`, { token: admin.token });
    const text = await file.json.text();
    expect(text).toContain(ticket.reference);
    expect(text).toContain(event.title);
    expect(text).not.toContain(ticket.code);
  });
});

describe("the page of a ticket", () => {
  it("returns a ticket with holder, buyer, order, payment and check-in", async () => {
    const { ticket, user, order, payment, event } = await buyOneTicket();
    await checkIn(ticket.id);
    expect(await readTicket(ticket.id)).toMatchObject({
      event_state: "live",
      venue: event.venue,
      holder_phone: user.phone,
      holder_email: user.email,
      buyer: { id: user.id },
      order: { id: order.id, reference: order.reference },
      transaction: { id: payment.id, reference: payment.reference, state: "succeeded" },
      refund: null,
      check_in: { gate: "Main gate", by: { id: admin.id } },
      refund_limit: 5_000_000,
      refund_needs_approval: false,
      awaiting: null,
      timeline: [],
    });
    expect((await app.call("GET", `/events/tickets/${uuid()}`, { token: admin.token })).status).toBe(404);
  });
});

describe("transferring a ticket", () => {
  const reason = "She is ill";

  it("gives the new holder of a transferred ticket a new code, notifies both holders, and audits both without a code", async () => {
    const { ticket, user, event } = await buyOneTicket();
    const to = await makeUser(app);
    const { status, json } = await changeTicket(ticket.id, "holder", { version: 1, user_id: to.id, reason });
    expect([status, json.data.holder.id, json.data.version, json.data.buyer.id]).toEqual([200, to.id, 2, user.id]);
    const [storedTicket] = await app.db.select().from(tickets).where(eq(tickets.id, ticket.id));
    expect(storedTicket?.code).not.toBe(ticket.code);
    expect(storedTicket?.codeHash).toBe(hashOfCode(storedTicket?.code ?? ""));
    const mails = await app.mails();
    expect(mails.map((mail) => [mail.to, mail.ticketIds])).toEqual([
      [user.email, undefined],
      [to.email, [ticket.id]],
    ]);
    const [entry] = await app.audit();
    expect(entry).toMatchObject({
      action: "event.transferTicket",
      recordType: "ticket",
      recordId: ticket.id,
      before: { holder: `${user.firstName} ${user.lastName}`, holder_id: user.id },
      after: { holder: `${to.firstName} ${to.lastName}`, holder_id: to.id, reason },
    });
    const allTexts = JSON.stringify([mails, entry, json]);
    for (const code of [ticket.code, storedTicket?.code ?? ""]) expect(allTexts).not.toContain(code);
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
    expect((await app.callAsApp("GET", `/tickets?user_id=${user.id}`)).json.data.items).toEqual([]);
    expect((await app.callAsApp("GET", `/tickets?user_id=${to.id}`)).json.data.items).toMatchObject([
      { code: storedTicket?.code },
    ]);
  });

  it("refuses to transfer a ticket to an invalid holder, or a ticket that is changed, checked in, or of an event that is not live", async () => {
    const { ticket, user, event } = await buyOneTicket();
    const to = await makeUser(app);
    const transferTo = (user_id: string, version = 1) =>
      changeTicket(ticket.id, "holder", { version, user_id, reason });
    for (const wrongHolder of [user.id, uuid(), (await makeUser(app, { status: "suspended" })).id]) {
      const { status, json } = await transferTo(wrongHolder);
      expect([status, Object.keys(json.fields)]).toEqual([400, ["user_id"]]);
    }
    expect(await transferTo(to.id, 2)).toMatchObject({ status: 409, json: { current: { version: 1, id: ticket.id } } });
    expect((await changeTicket(uuid(), "holder", { version: 1, user_id: to.id, reason })).status).toBe(404);
    await checkIn(ticket.id);
    expect(await transferTo(to.id)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("checked in") },
    });
    expect((await app.audit())[0]).toMatchObject({ action: "event.transferTicket", outcome: "refused" });
    const other = await buyOneTicket();
    await cancelEvent(other.event.id);
    expect((await changeTicket(other.ticket.id, "holder", { version: 1, user_id: to.id, reason })).status).toBe(409);
    expect(event.id).not.toBe(other.event.id);
    expect(await app.mails()).toEqual([]);
  });

  it("transfers a ticket only once if two admins transfer it in parallel", async () => {
    const { ticket } = await buyOneTicket();
    const people = await Promise.all([makeUser(app), makeUser(app)]);
    const answers = await Promise.all(
      people.map(({ id }) => changeTicket(ticket.id, "holder", { version: 1, user_id: id, reason })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("voiding a ticket", () => {
  it("frees the seat of a voided ticket without a refund, and notifies the holder", async () => {
    const { ticket, user, event, types } = await buyOneTicket();
    const { json } = await changeTicket(ticket.id, "void", { version: 1, reason: "Sold twice" });
    expect(json.data).toMatchObject({ state: "void", reason: "Sold twice", refund: null });
    const [type] = await app.db
      .select()
      .from(ticketTypes)
      .where(eq(ticketTypes.id, types[0]?.id ?? ""));
    expect([type?.sold, type?.revenue]).toEqual([0, 0]);
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
    expect((await app.mails()).map(({ to }) => to)).toEqual([user.email]);
    expect((await app.audit())[0]).toMatchObject({
      action: "event.voidTicket",
      before: { state: "valid" },
      after: { state: "void", reason: "Sold twice" },
    });
    expect(await app.db.select().from(transactions).where(eq(transactions.type, "refund"))).toEqual([]);
    const secondVoid = await changeTicket(ticket.id, "void", { version: 2, reason: "Sold twice" });
    expect(secondVoid).toMatchObject({ status: 409, json: { current: { state: "void" } } });
  });

  it("refuses to void a ticket with an outdated version, without reason or right, or of a cancelled event", async () => {
    const { ticket, event } = await buyOneTicket();
    expect((await changeTicket(ticket.id, "void", { version: 2, reason: "Sold twice" })).status).toBe(409);
    expect((await changeTicket(ticket.id, "void", { version: 1, reason: " " })).status).toBe(400);
    const reader = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    expect((await changeTicket(ticket.id, "void", { version: 1, reason: "Sold twice" }, reader.token)).status).toBe(
      403,
    );
    await cancelEvent(event.id);
    expect((await changeTicket(ticket.id, "void", { version: 1, reason: "Sold twice" })).status).toBe(409);
    expect((await readTicket(ticket.id)).state).toBe("valid");
  });
});

describe("mailing a ticket again", () => {
  it("mails a ticket to its holder again, in a single mail without the ticket code, and audits the mailing", async () => {
    const { ticket, user, event } = await buyOneTicket();
    expect((await changeTicket(ticket.id, "mail", {})).status).toBe(200);
    const [mail, ...otherMails] = await app.mails();
    expect(mail).toMatchObject({ to: user.email, subject: `Your ticket for ${event.title}`, ticketIds: [ticket.id] });
    expect(otherMails).toEqual([]);
    for (const expectedText of [ticket.reference, event.venue, "Lagos time", "Regular 1"])
      expect(mail?.text).toContain(expectedText);
    expect(mail?.text).not.toContain(ticket.code);
    expect((await app.audit())[0]).toMatchObject({ action: "event.mailTicket", after: { holder_id: user.id } });
  });

  it("refuses to mail a void ticket, or a ticket to a closed account", async () => {
    const { ticket, user } = await buyOneTicket();
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, user.id));
    expect((await changeTicket(ticket.id, "mail", {})).status).toBe(409);
    const { ticket: other } = await buyOneTicket();
    await changeTicket(other.id, "void", { version: 1, reason: "Sold twice" });
    await app.mails();
    expect((await changeTicket(other.id, "mail", {})).json.message).toMatch(/no longer valid/);
    expect(await app.mails()).toEqual([]);
  });
});

it("lists a citizen's tickets with their codes for the app, newest first", async () => {
  const { tickets: bought, user } = await buyTicketsFromWallet(app, await makeEvent(app), { quantities: [2] });
  const { json } = await app.callAsApp("GET", `/tickets?user_id=${user.id}`);
  expect(json.data.items.map(({ code }: { code: string }) => code)).toEqual(bought.map(({ code }) => code).reverse());
  expect(json.data.items[0]).toMatchObject({ type: "Regular 1", state: "valid", event: { venue: "Cultural Centre" } });
  expect((await app.callAsApp("GET", `/tickets?user_id=${user.id}&page=1`)).json.data.items).toEqual([]);
  expect((await app.callAsApp("GET", `/tickets?user_id=${uuid()}`)).status).toBe(404);
});

it("refuses in the database state transitions of tickets that the contract does not list", async () => {
  const { ticket } = await buyOneTicket({ startsAt: timeInHours(1) });
  for (const from of TICKET_STATES)
    for (const to of TICKET_STATES.filter((state) => state !== from)) {
      const id = uuid();
      const checkInValues = (state: string) =>
        state === "checked_in"
          ? { checkedInAt: new Date(), checkedInBy: admin.id }
          : { checkedInAt: null, checkedInBy: null };
      const values = { id, reference: `TKT-${id}`, code: id, codeHash: id, state: from, ...checkInValues(from) };
      await app.db.insert(tickets).values({ ...ticket, ...values });
      const { checkedInAt, checkedInBy } = checkInValues(to);
      const updateQuery = app.db.execute(sql`update tickets set state = ${to}, checked_in_at = ${checkedInAt},
        checked_in_by = ${checkedInBy} where id = ${id}`);
      if (TICKET_TRANSITIONS[from].includes(to)) await updateQuery;
      else
        await expect(updateQuery, `${from} → ${to}`).rejects.toMatchObject({
          cause: { constraint: "tickets_transition" },
        });
    }
});

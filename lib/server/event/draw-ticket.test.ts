import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { eq } from "drizzle-orm";
import decodeQR from "qr/decode.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { formatTicketCode } from "@/lib/contract/event.values";
import { env } from "@/lib/env";
import { tickets } from "@/lib/server/db/schema/event";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { readPdfPageTexts } from "@/lib/server/testing/documents";
import { makeEvent } from "@/lib/server/testing/events";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { buyTicketsFromWallet } from "@/lib/server/testing/tickets";
import { drawTicketsPdf } from "./draw-ticket";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

/** Renders the rectangles of each PDF page at two pixels per point and decodes the QR code, the only part made of rectangles. */
async function scanCodes(pdf: Buffer): Promise<string[]> {
  const codes: string[] = [];
  const text = pdf.toString("latin1");
  // Uses the declared length of the PDF stream, because the last byte of its data may look like a line end.
  for (const found of text.matchAll(/\/Length (\d+)[\s\S]*?stream\r?\n/g)) {
    const start = found.index + found[0].length;
    const drawing = streamContentOf(Buffer.from(text.slice(start, start + Number(found[1])), "latin1"));
    const squares = [...drawing.matchAll(/(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+) re/g)].map((each) =>
      each.slice(1).map(Number),
    );
    if (squares.length < 50) continue;
    const [width, height] = [1_200, 1_700];
    const data = new Uint8Array(width * height * 4).fill(255);
    // The first rectangle is the white background.
    for (const [x = 0, y = 0, rectWidth = 0, rectHeight = 0] of squares.slice(1))
      for (let row = Math.round(y * 2); row < (y + rectHeight) * 2; row++)
        data.fill(0, (row * width + Math.round(x * 2)) * 4, (row * width + Math.round((x + rectWidth) * 2)) * 4);
    codes.push(decodeQR({ width, height, data }));
  }
  return codes;
}
function streamContentOf(stream: Buffer): string {
  try {
    return inflateSync(stream).toString("latin1");
  } catch {
    return "";
  }
}

it("prints time, place and holder in a ticket's PDF, and the ticket code as a QR code", async () => {
  const made = await makeEvent(app, {
    title: "Ẹkpe night",
    organiser: "Calabar Arts",
    lga: "Calabar Municipal",
    startsAt: new Date("2090-03-01T17:00:00Z"),
    endsAt: new Date("2090-03-01T23:30:00Z"),
  });
  const buyer = await makeUser(app, { firstName: "Nkoyo" });
  const [ticket] = (await buyTicketsFromWallet(app, made, { buyer })).tickets;
  if (!ticket) throw new Error("no ticket");
  const link = await app.call("POST", `/events/tickets/${ticket.id}/pdf`, { token: admin.token, body: {} });
  expect((await app.audit())[0]).toMatchObject({ action: "event.ticketPdf", recordId: ticket.id });
  const answer = await app.call("GET", `/exports/${link.json.data.token}`, { token: admin.token });
  expect(answer.headers.get("content-disposition")).toContain(`event-ticket-${ticket.reference}.pdf`);
  const pages = await readPdfPageTexts(answer.json);
  expect(pages).toHaveLength(1);
  for (const expectedText of [
    "Ẹkpe night",
    "1 Mar 2090, 18:00 to 2 Mar 2090, 00:30, Lagos time",
    "Cultural Centre, Calabar Municipal",
    "By Calabar Arts",
    `Nkoyo ${buyer.lastName}`,
    "Regular 1",
    "₦1,000.00",
    ticket.reference,
    formatTicketCode(ticket.code),
  ])
    expect(pages[0]).toContain(expectedText);
  expect(await scanCodes(Buffer.from(await answer.json.arrayBuffer()))).toEqual([ticket.code]);
  expect(JSON.stringify(await app.audit())).not.toContain(ticket.code);
});

it("refuses the PDF of a void ticket, and any ticket's PDF without the right to export", async () => {
  const [ticket] = (await buyTicketsFromWallet(app, await makeEvent(app))).tickets;
  const url = `/events/tickets/${ticket?.id}`;
  const reader = await makeAdmin(app, { rights: makeRights({ Events: ["read", "update"] }) });
  expect((await app.call("POST", `${url}/pdf`, { token: reader.token, body: {} })).status).toBe(403);
  await app.call("PATCH", `${url}/void`, { token: admin.token, body: { version: 1, reason: "Sold twice" } });
  const { status, json } = await app.call("POST", `${url}/pdf`, { token: admin.token, body: {} });
  expect([status, json.current.state]).toEqual([409, "void"]);
});

it("attaches to a ticket mail one PDF page for each ticket that is still valid and still belongs to the recipient", async () => {
  const { user, tickets: boughtTickets } = await buyTicketsFromWallet(app, await makeEvent(app), { quantities: [3] });
  const ticketIds = boughtTickets.map(({ id }) => id);
  const file = (email = user.email) => drawTicketsPdf(app.db, { ticketIds, email });
  const fullFile = await file();
  expect(fullFile.count).toBe(3);
  expect(await scanCodes(fullFile.content ?? Buffer.of())).toEqual(boughtTickets.map(({ code }) => code));
  const [refundedTicket, transferredTicket, remainingTicket] = boughtTickets;
  const change = (id = "", subpath = "", body = {}) =>
    app.call("PATCH", `/events/tickets/${id}/${subpath}`, {
      token: admin.token,
      body: { version: 1, reason: "Sold", ...body },
    });
  await change(refundedTicket?.id, "void");
  await change(transferredTicket?.id, "holder", { user_id: (await makeUser(app)).id });
  const laterFile = await file(user.email.toUpperCase());
  expect([laterFile.count, await scanCodes(laterFile.content ?? Buffer.of())]).toEqual([1, [remainingTicket?.code]]);
  expect(await file("somebody@example.com")).toEqual({ content: null, count: 0 });
  const [transferredRow] = await app.db
    .select()
    .from(tickets)
    .where(eq(tickets.id, transferredTicket?.id ?? ""));
  expect(transferredRow?.holderId).not.toBe(user.id);
});

it("attaches to a mail only the tickets that are valid when it is sent, and states the number of omitted tickets", async () => {
  const { user, tickets: boughtTickets } = await buyTicketsFromWallet(app, await makeEvent(app), { quantities: [2] });
  const [refundedTicket, remainingTicket] = boughtTickets;
  await app.call("PATCH", `/events/tickets/${refundedTicket?.id}/void`, {
    token: admin.token,
    body: { version: 1, reason: "Sold twice" },
  });
  const folder = path.join(env().dataDir, "outbox");
  await mkdir(folder, { recursive: true });
  const before = new Set(await readdir(folder));
  await deliverOutbox(app.db);
  const files = (await readdir(folder)).filter((file) => !before.has(file));
  const mailFiles = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  const mail = mailFiles.find((each) => each.includes(`To: ${user.email}`) && each.includes("application/pdf")) ?? "";
  const [text = "", attachment = ""] = mail.split("application/pdf");
  expect(text.replace(/=\r?\n/g, "").replace(/\s+/g, " ")).toContain(
    "1 ticket is no longer valid for you and not attached.",
  );
  for (const { code } of boughtTickets) expect(text).not.toContain(code);
  const [, encoded = ""] = /\r?\n\r?\n([\s\S]+?)\r?\n--/.exec(attachment) ?? [];
  expect(await scanCodes(Buffer.from(encoded, "base64"))).toEqual([remainingTicket?.code]);
});

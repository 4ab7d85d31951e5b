import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { deleteUnusedImages } from "@/lib/server/content-entries/delete-unused-images";
import { images } from "@/lib/server/db/schema/content-entries";
import { events, ticketTypes } from "@/lib/server/db/schema/event";
import { exports as exportLinks } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { docWithText, insertPicture } from "@/lib/server/testing/content-entries";
import { readPdfPageTexts } from "@/lib/server/testing/documents";
import { findSeatMismatches, makeEvent, timeInHours } from "@/lib/server/testing/events";
import { makePaymentMethods, orderCallsOf } from "@/lib/server/testing/orders";
import { buyTicketsFromWallet } from "@/lib/server/testing/tickets";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/events${path}`, { token: admin.token, body });
const EVENT_FORM = {
  ...{ title: "Carnival night", description: null, category_id: null, venue: "", lga: null, lat: null, lng: null },
  ...{ starts_at: null, ends_at: null, cover_image_id: null, organiser: "", capacity: null },
};
const TYPE_FORM = {
  ...{ name: "VIP", description: "", price: 0, quantity: 50, min_per_order: 1, max_per_order: 4 },
  ...{ sales_from: null, sales_until: null, hidden: false },
};

/** Texts that the API must refuse: PostgreSQL can't store a null character or half of a surrogate pair. */
const REFUSED_TEXTS = ["a\0b", "a\ud800b"];
const TWO_LINES = "a\r\nBcc: x@example.com";
const ACCEPTED_TEXTS = [
  ...["__proto__", "constructor", "\u202eoga\u202c x", "a\u200bb", "👩‍👩‍👧‍👦 Ẹkpe"],
  ...["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "=1+1", "+1", "@SUM(1)", "-2+3"],
];

describe("unusual texts", () => {
  it("refuses event texts that can't be stored, and returns the invalid field", async () => {
    const { event } = await makeEvent(app, { state: "draft" });
    for (const oddText of [...REFUSED_TEXTS, "x".repeat(50_000)])
      for (const [path, form, fields] of [
        ["", EVENT_FORM, ["title", "venue", "organiser"]],
        [`/${event.id}/ticket-types`, TYPE_FORM, ["name", "description"]],
        ["/categories", { name: "Music", colour: "#0a7d4f", icon: "music" }, ["name"]],
      ] as const)
        for (const field of fields) {
          const { status, json } = await call("POST", path, { ...form, [field]: oddText });
          expect([status, Object.keys(json.fields)]).toEqual([400, [field]]);
        }
    for (const oddText of [...REFUSED_TEXTS, "x".repeat(900_000)])
      expect((await call("POST", "", { ...EVENT_FORM, description: docWithText(oddText) })).status).toBe(400);
    for (const field of ["title", "venue", "organiser"]) {
      const { status, json } = await call("POST", "", { ...EVENT_FORM, [field]: TWO_LINES });
      expect([status, Object.keys(json.fields)]).toEqual([400, [field]]);
    }
  });

  it.each(ACCEPTED_TEXTS)(
    "stores the text %j without invisible characters, and escapes it in every output",
    async (oddText) => {
      const made = await makeEvent(app, {
        ...{
          title: oddText,
          venue: oddText,
          organiser: oddText,
          description: docWithText(oddText) as never,
          createdBy: admin.id,
        },
        types: [{ name: oddText, description: oddText, price: 0 }],
      });
      const { event } = made;
      const saved = (await call("POST", "", { ...EVENT_FORM, title: oddText, venue: oddText, organiser: oddText })).json
        .data;
      expect([saved.title, saved.venue, saved.organiser]).toEqual(Array(3).fill(cleanPastedLine(oddText)));
      const publicEvent = (await app.call("GET", `/public/events/${event.id}`)).json.data;
      expect(publicEvent).toMatchObject({
        title: oddText,
        venue: oddText,
        ticket_types: [{ name: oddText, description: oddText }],
      });
      expect(publicEvent.html.replaceAll(/<\/?p>/g, "")).not.toMatch(/[<>]/);

      const { tickets } = await buyTicketsFromWallet(app, made);
      const [mail] = await app.mails();
      expect(mail?.subject).not.toMatch(/[\r\n]/);
      const link = await call("POST", `/tickets/${tickets[0]?.id}/pdf`, {});
      const file = await app.call("GET", `/exports/${link.json.data.token}`, { token: admin.token });
      expect(await readPdfPageTexts(file.json)).toHaveLength(1);

      for (const [list, query] of [
        ["/export", event.id],
        ["/tickets/export", tickets[0]?.reference],
      ] as const) {
        const { json } = await call("POST", list, { q: query });
        const csv = await app.call("GET", `/exports/${json.data.token}`, { token: admin.token });
        const escapedText = /^[=+@-]/.test(oddText) ? `'${oddText}` : oddText;
        expect(await csv.json.text()).toContain(`"${escapedText.replaceAll('"', '""')}"`);
      }
    },
  );
});

it("refuses fields of an event and its ticket types that only the server may set", async () => {
  const { event } = await makeEvent(app, { state: "draft" });
  for (const field of ["state", "taken", "image_ids", "live_at", "created_by", "cancelled_at", "version"])
    expect((await call("POST", "", { ...EVENT_FORM, [field]: 1 })).status).toBe(400);
  for (const field of ["sold", "held", "revenue", "position", "event_id"])
    expect((await call("POST", `/${event.id}/ticket-types`, { ...TYPE_FORM, [field]: 1 })).status).toBe(400);
});

it("audits a ticket's reference instead of its code if an export of tickets is filtered by the code", async () => {
  const [ticket] = (await buyTicketsFromWallet(app, await makeEvent(app))).tickets;
  if (!ticket) throw new Error("no ticket");
  const { json } = await call("POST", "/tickets/export", { q: ` ${ticket.code.toLowerCase()}` });
  expect(json.data.rows).toBe(1);
  expect((await app.audit())[0]).toMatchObject({ action: "event.exportTickets", after: { q: ticket.reference } });
  const [storedExport] = await app.db.select().from(exportLinks).where(eq(exportLinks.id, json.data.export_id));
  expect(storedExport?.filter).toEqual({ q: ticket.reference });
  const unknownCode = await call("POST", "/tickets/export", { q: "0000000000000000" });
  expect(unknownCode.json.data.rows).toBe(0);
});

it("never sells more seats than an event has while its capacity changes during orders", async () => {
  const made = await makeEvent(app, {
    capacity: 40,
    types: [
      { price: 0, quantity: 30 },
      { price: 0, quantity: 30 },
    ],
  });
  const { event, types } = made;
  const { category, ...unchangedFields } = (await call("GET", `/${event.id}`)).json.data;
  const form = Object.fromEntries(Object.keys(EVENT_FORM).map((field) => [field, unchangedFields[field]]));
  const people = await Promise.all(Array.from({ length: 24 }, () => makeUser(app)));
  const setCapacity = (capacity: number) =>
    call("PATCH", `/${event.id}`, { ...form, category_id: category.id, version: 1, capacity });
  const answers = await Promise.all(
    people.flatMap((person, n) => [
      orderCallsOf(app, made).place(person, n % 2 ? [2, 1] : [1, 2]),
      ...(n % 6 === 3 ? [setCapacity(n + 5)] : []),
      ...(n % 8 === 5
        ? types.map(({ id, name }) =>
            call("PATCH", `/${event.id}/ticket-types/${id}`, { ...TYPE_FORM, name, quantity: n, version: 1 }),
          )
        : []),
    ]),
  );
  for (const { status, json } of answers) expect([200, 400, 409], json.message).toContain(status);
  expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
  const [after] = await app.db.select().from(events).where(eq(events.id, event.id));
  expect(after?.taken).toBeLessThanOrEqual(after?.capacity ?? 0);
  for (const { sold, held, quantity } of await app.db
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, event.id)))
    expect(sold + held).toBeLessThanOrEqual(quantity);
});

it("keeps the picture of a saved event, or refuses the event, while unused pictures are being deleted", async () => {
  const description = (imageId: string) => ({
    type: "doc",
    content: [{ type: "image", attrs: { imageId, alt: "x" } }],
  });
  for (let n = 0; n < 12; n++) {
    const id = await insertPicture(app, admin);
    await app.db
      .update(images)
      .set({ createdAt: timeInHours(-25) })
      .where(eq(images.id, id));
    const pictureFields = n % 2 ? { cover_image_id: id } : { description: description(id) };
    const [saved] = await Promise.all([
      call("POST", "", { ...EVENT_FORM, ...pictureFields }),
      deleteUnusedImages(app.db),
    ]);
    expect([200, 400]).toContain(saved.status);
    if (saved.status === 200) expect(await app.db.$count(images, eq(images.id, id))).toBe(1);
  }
});

import "server-only";
import { setImmediate as othersTurn } from "node:timers/promises";
import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { formatTicketCode } from "@/lib/contract/event.values";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import type { DrawContext } from "@/lib/server/exports/documents";
import { newPdf, openPdfSheet, PDF_PAGE, type PdfSheet } from "@/lib/server/pdf/sheet";
import { formatWhen } from "./format-when";

/** Returns an SQL condition: the ticket is valid or checked in, and its event is not cancelled. */
const isTicketUsable = () => and(inArray(tickets.state, ["valid", "checked_in"]), ne(events.state, "cancelled"));

const query = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ ticket: tickets, type: ticketTypes.name, event: events, holder: users })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(users, eq(users.id, tickets.holderId))
    .where(and(where, isTicketUsable()))
    .orderBy(asc(tickets.id));
type TicketPage = Awaited<ReturnType<typeof query>>[number];

const FOOTER_TEXT = "The first person to show this code is let in. Share it with nobody else.";

/** Draws a ticket as a one-page PDF for download. @throws 404 if it was refunded or voided after the link was created */
export async function* drawTicket({ db, pdf }: Pick<DrawContext, "db" | "pdf">, ticketId: string) {
  const [found] = await query(db, eq(tickets.id, ticketId));
  if (!found) throw refuse.notFound("ticket");
  const sheet = await openPdfSheet(pdf, { title: "Ticket", pages: 1, foot: FOOTER_TEXT });
  await drawPage(pdf, sheet, found);
  yield 1;
}

/**
 * Draws tickets as one PDF, a page each. Skips tickets that are no longer usable or whose holder has another email address.
 * @returns the file and its number of tickets; null if no ticket is left
 */
export async function drawTicketsPdf(
  db: Queryable,
  { ticketIds, email }: { ticketIds: readonly string[]; email: string },
): Promise<{ content: Buffer | null; count: number }> {
  const found = await query(db, and(inArray(tickets.id, [...ticketIds]), sql`lower(${users.email}) = lower(${email})`));
  if (!found.length) return { content: null, count: 0 };
  const pdf = await newPdf("Tickets");
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) =>
    pdf
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", resolve)
      .on("error", reject),
  );
  const sheet = await openPdfSheet(pdf, { title: "Ticket", pages: found.length, foot: FOOTER_TEXT });
  for (const each of found) {
    await drawPage(pdf, sheet, each);
    // Yields to the event loop, because drawing fifty pages without a pause would block other requests.
    await othersTurn();
  }
  pdf.end();
  await finished;
  return { content: Buffer.concat(chunks), count: found.length };
}

/** Side of one QR module in points. The 21 modules of a code are 5.9 cm wide, with a white margin of 4 modules on each side. */
const QR_MODULE_SIZE = 8;
const QR_QUIET_ZONE = 4;

async function drawPage(pdf: PDFKit.PDFDocument, sheet: PdfSheet, { ticket, type, event, holder }: TicketPage) {
  sheet.turn();
  let y = sheet.paragraph(event.title, PDF_PAGE.left, 112, { face: "bold", size: 22, lines: 3 }) + 6;
  y = sheet.paragraph(`${formatWhen(event)}, Lagos time`, PDF_PAGE.left, y, {
    face: "bold",
    size: 12,
    ink: "brand",
    lines: 2,
  });
  const where = [event.venue, event.lga].filter(Boolean).join(", ");
  y = sheet.paragraph(where, PDF_PAGE.left, y + 2, { size: 12, lines: 3 });
  if (event.organiser) y = sheet.paragraph(`By ${event.organiser}`, PDF_PAGE.left, y + 2, { ink: "muted", lines: 2 });

  const size = await drawQrCode(pdf, ticket.code, { y: y + 14, middle: PDF_PAGE.width / 2 });
  y += 14 + size;
  sheet.text(formatTicketCode(ticket.code), PDF_PAGE.left, y, { face: "bold", size: 18, align: "middle" });
  y += 44;
  for (const [term, value] of listDetails({ ticket, type, holder })) {
    sheet.line(y);
    sheet.text(term, PDF_PAGE.left, y + 6, { ink: "muted", width: 120 });
    y = Math.max(sheet.paragraph(value, 180, y + 6, { face: "bold", size: 11, lines: 2 }) + 5, y + 24);
  }
  sheet.line(y);
  sheet.paragraph("Show this page at the gate, on your phone or printed.", PDF_PAGE.left, y + 12, { ink: "muted" });
}

const listDetails = ({ ticket, type, holder }: Pick<TicketPage, "ticket" | "type" | "holder">): [string, string][] => [
  ["Holder", fullName(holder)],
  ["Ticket", type],
  ["Price", ticket.price === 0 ? "Free" : formatMoney(ticket.price)],
  ["Reference", ticket.reference],
];

/** Draws the QR code of a text as runs of dark modules. @returns its side in points, including the white margin */
async function drawQrCode(pdf: PDFKit.PDFDocument, code: string, at: { y: number; middle: number }): Promise<number> {
  const { encodeQR } = await import("qr");
  const matrix = encodeQR(code, "raw", { ecc: "medium", border: QR_QUIET_ZONE });
  const size = matrix.length * QR_MODULE_SIZE;
  const left = at.middle - size / 2;
  pdf.rect(left, at.y, size, size).fill("#ffffff");
  matrix.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let runLength = 1;
      while (row[x + runLength]) runLength++;
      pdf.rect(left + x * QR_MODULE_SIZE, at.y + y * QR_MODULE_SIZE, runLength * QR_MODULE_SIZE, QR_MODULE_SIZE);
      x += runLength;
    }
  });
  pdf.fill("#000000");
  return size;
}

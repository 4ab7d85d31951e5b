import "server-only";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { PIECE_MS, withCallTime } from "@/lib/server/db/call-time";
import type { Database } from "@/lib/server/db/client";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { drawTicket } from "@/lib/server/event/draw-ticket";
import { drawPayouts } from "@/lib/server/grant/draw-statement";
import { newPdf } from "@/lib/server/pdf/sheet";
import { drawStatement, type StatementAsked } from "@/lib/server/system-wallet/draw-statement";
import { drawReceipt } from "@/lib/server/transaction/draw-receipt";
import type { ExportHooks } from "./stream";

type Export = typeof exports.$inferSelect;

/** What a document is drawn from, and who asked for it. */
export type Drawing = { db: Database; pdf: PDFKit.PDFDocument; by: string; at: Date; exportId: string };

type ExportDocument = {
  /** The call that makes the link. Its policy, and the rights to its personal fields, are checked again when it is opened. */
  route: Route;
  title: (filter: Record<string, unknown>) => string;
  /** Draws, and says after each piece how many rows are drawn. */
  draw: (drawing: Drawing, filter: Record<string, unknown>) => AsyncGenerator<number>;
};

/** Everything that can be downloaded as PDF; the name is that of the file. */
export const EXPORT_DOCUMENTS = {
  "wallet-statement": {
    route: routes.systemWallet.exportStatement,
    title: () => "Statement of account",
    draw: (drawing, filter) => drawStatement(drawing, filter as StatementAsked),
  },
  "transaction-receipt": {
    route: routes.transaction.receipt,
    title: ({ reference }) => `Receipt ${reference}`,
    draw: (drawing, filter) => drawReceipt(drawing, String(filter.transaction_id)),
  },
  "event-ticket": {
    route: routes.event.ticketPdf,
    title: ({ reference }) => `Ticket ${reference}`,
    draw: (drawing, filter) => drawTicket(drawing, String(filter.ticket_id)),
  },
  "grant-payouts": {
    route: routes.grant.statement,
    title: ({ reference }) => `Payout statement ${reference}`,
    draw: (drawing, filter) => drawPayouts(drawing, String(filter.batchId), filter.only === "open"),
  },
} as const satisfies Record<string, ExportDocument>;
export type ExportDocumentName = keyof typeof EXPORT_DOCUMENTS;

const PROGRESS_MS = 1_000;

/**
 * A document as a file, drawn as fast as it is read: what is drawn is handed on page by page, and between two pieces
 * others get their turn.
 */
export async function documentStream(
  db: Database,
  run: Export,
  by: string,
  hooks: ExportHooks,
): Promise<ReadableStream<Uint8Array>> {
  const { title, draw }: ExportDocument = EXPORT_DOCUMENTS[run.list as ExportDocumentName];
  const pdf = await newPdf(title(run.filter));
  const steps = draw({ db, pdf, by, at: new Date(), exportId: run.id }, run.filter);
  let sent = 0;
  let told = Date.now();
  let over = false;
  const finish = async (complete: boolean) => {
    if (over) return;
    over = true;
    await withCallTime(PIECE_MS, () => hooks.finished(sent, complete));
  };
  /** @returns whether there was any */
  const handOn = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let any = false;
    for (let chunk = pdf.read() as Buffer | null; chunk; chunk = pdf.read() as Buffer | null) {
      controller.enqueue(chunk);
      any = true;
    }
    return any;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (let any = false; !any && !over; ) {
            const step = await withCallTime(PIECE_MS, () => steps.next());
            await othersTurn();
            if (over) return;
            if (step.done) {
              pdf.end();
              await finish(true);
            } else sent = step.value;
            any = handOn(controller);
            if (step.done) return controller.close();
            if (Date.now() - told < PROGRESS_MS) continue;
            told = Date.now();
            if (!(await withCallTime(PIECE_MS, () => hooks.progress(sent))))
              throw new Error("The admin who asked may no longer.");
          }
        } catch (error) {
          await finish(false).catch(() => {});
          controller.error(error);
        }
      },
      async cancel() {
        await finish(false);
        await steps.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

import "server-only";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import type { Database } from "@/lib/server/db/client";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { LONG_READ_PART_LIMIT_MS, withWaitBudget } from "@/lib/server/db/wait-budget";
import { drawTicket } from "@/lib/server/event/draw-ticket";
import { drawPayoutStatement } from "@/lib/server/grant/draw-statement";
import { newPdf } from "@/lib/server/pdf/sheet";
import { drawDayRecord } from "@/lib/server/reconciliation/days/draw-record";
import { drawStatement, type PrintedStatementInput } from "@/lib/server/system-wallet/draw-statement";
import { drawReceipt } from "@/lib/server/transaction/draw-receipt";
import type { ExportHooks } from "./stream";

type ExportRow = typeof exports.$inferSelect;

/** Context for drawing a PDF document. `adminName`: the requesting admin; `drawnAt`: the time printed on the document. */
export type DrawContext = { db: Database; pdf: PDFKit.PDFDocument; adminName: string; drawnAt: Date; exportId: string };

type ExportDocument = {
  /** The call that creates the link. Opening the link checks its policy and the rights to its personal data again. */
  route: Route;
  title: (filter: Record<string, unknown>) => string;
  /** Draws the document, and yields the number of rows drawn so far. */
  draw: (context: DrawContext, filter: Record<string, unknown>) => AsyncGenerator<number>;
};

/** All documents that can be downloaded as PDF. The keys are the file names. */
export const EXPORT_DOCUMENTS = {
  "wallet-statement": {
    route: routes.systemWallet.exportStatement,
    title: () => "Statement of account",
    draw: (context, filter) => drawStatement(context, filter as PrintedStatementInput),
  },
  "transaction-receipt": {
    route: routes.transaction.receipt,
    title: ({ reference }) => `Receipt ${reference}`,
    draw: (context, filter) => drawReceipt(context, String(filter.transaction_id)),
  },
  "event-ticket": {
    route: routes.event.ticketPdf,
    title: ({ reference }) => `Ticket ${reference}`,
    draw: (context, filter) => drawTicket(context, String(filter.ticket_id)),
  },
  "reconciliation-day": {
    route: routes.reconciliation.exportDay,
    title: ({ day }) => `Closed day ${day}`,
    draw: (context, filter) => drawDayRecord(context, String(filter.day)),
  },
  "grant-payouts": {
    route: routes.grant.statement,
    title: ({ reference }) => `Payout statement ${reference}`,
    draw: (context, filter) => drawPayoutStatement(context, String(filter.batchId), filter.only === "open"),
  },
} as const satisfies Record<string, ExportDocument>;
/** Name of a PDF download. */
export type ExportDocumentName = keyof typeof EXPORT_DOCUMENTS;

const PROGRESS_MS = 1_000;

/** Returns a PDF document as a stream that is drawn at the reader's speed, page by page. Yields to other requests between steps. */
export async function documentStream(
  db: Database,
  exportRow: ExportRow,
  by: string,
  hooks: ExportHooks,
): Promise<ReadableStream<Uint8Array>> {
  const { title, draw }: ExportDocument = EXPORT_DOCUMENTS[exportRow.list as ExportDocumentName];
  const pdf = await newPdf(title(exportRow.filter));
  const steps = draw({ db, pdf, adminName: by, drawnAt: new Date(), exportId: exportRow.id }, exportRow.filter);
  let sent = 0;
  let lastProgressAt = Date.now();
  let isFinished = false;
  const finish = async (complete: boolean) => {
    if (isFinished) return;
    isFinished = true;
    await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => hooks.finished(sent, complete));
  };
  /** Sends the PDF data drawn so far. @returns true if there was data */
  const flushPdf = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let hasData = false;
    for (let chunk = pdf.read() as Buffer | null; chunk; chunk = pdf.read() as Buffer | null) {
      controller.enqueue(chunk);
      hasData = true;
    }
    return hasData;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (let hasData = false; !hasData && !isFinished; ) {
            const step = await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => steps.next());
            await othersTurn();
            if (isFinished) return;
            if (step.done) {
              pdf.end();
              await finish(true);
            } else sent = step.value;
            hasData = flushPdf(controller);
            if (step.done) return controller.close();
            if (Date.now() - lastProgressAt < PROGRESS_MS) continue;
            lastProgressAt = Date.now();
            if (!(await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => hooks.progress(sent))))
              throw new Error("The requesting admin may no longer.");
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

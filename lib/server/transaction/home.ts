import "server-only";
import { gte, sql } from "drizzle-orm";
import { DISPUTES_URL, TRANSACTION_LIST_URL, transactionListLinks } from "@/lib/contract/payment-links";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { OPEN_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { disputes } from "@/lib/server/db/schema/dispute";
import { transactions } from "@/lib/server/db/schema/transaction";
import { countUpToCap } from "@/lib/server/lists/list";
import {
  cappedCountFields,
  comparePeriodTotals,
  type HomeWorkSource,
  type ModuleHomeItems,
  readOldestWork,
  toHomeFigure,
} from "@/lib/server/overview/home-module";
import { disputeFilter } from "./disputes/dispute-filter";
import { transactionFilter } from "./list";

/** Percentage of successful payments below which Home shows the success rate as a warning. */
const LOW_SUCCESS_RATE = 80;
const OPEN = OPEN_TRANSACTION_STATES.join(",");

const disputedPayments: HomeWorkSource = {
  kind: "disputes",
  label: "Disputes to settle",
  needs: routes.transaction.dispute,
  url: `${TRANSACTION_LIST_URL}?state=disputed&sort=created_at`,
  read: (db, _admin, limit) =>
    readOldestWork(
      db,
      {
        table: transactions,
        where: transactionFilter({ state: "disputed" }),
        id: transactions.id,
        title: transactions.reference,
        detail: sql`'₦' || to_char(${transactions.amount} / 100.0, 'FM999,999,999,999,990.00')`,
        since: transactions.createdAt,
        urlOf: (id) => recordUrl("transaction", id),
      },
      limit,
    ),
};

const answers: HomeWorkSource = {
  kind: "dispute_answers",
  label: "Disputes to answer",
  needs: routes.transaction.answerDispute,
  url: `${DISPUTES_URL}?needs_answer=true`,
  read: (db, _admin, limit) =>
    readOldestWork(
      db,
      {
        table: disputes,
        where: disputeFilter({ needs_answer: "true" }),
        id: disputes.id,
        title: disputes.reference,
        detail: sql`'₦' || to_char(${disputes.amount} / 100.0, 'FM999,999,999,999,990.00')`,
        since: disputes.openedAt,
        due: disputes.dueAt,
        urlOf: (id) => recordUrl("dispute", id),
      },
      limit,
    ),
};

const successRate = (succeeded: number, failed: number) =>
  succeeded + failed ? Math.round((succeeded / (succeeded + failed)) * 1_000) / 10 : null;

/** Defines the pending work, figures and recent changes that the Home page shows for Transactions. */
export const transactionHomeItems: ModuleHomeItems = {
  feature: "Transactions",
  // Refunds need no work on Home: they succeed immediately, and a queued one is sent until the provider accepts it (send-refund.ts).
  work: [answers, disputedPayments],
  changes: [
    {
      id: "transactions_completed",
      label: "Transactions completed",
      table: transactions,
      where: (since) => gte(transactions.completedAt, since),
      urlFrom: (day) => `${TRANSACTION_LIST_URL}?completed_from=${day}`,
    },
  ],
  async figures(db, period) {
    const links = transactionListLinks(period);
    const { paid, failed } = await comparePeriodTotals(
      db,
      "completed",
      { paid: ["payment"], failed: ["failed"] },
      period,
    );
    const open = await countUpToCap(db, transactions, transactionFilter({ state: OPEN }));
    const rate = successRate(paid.rows, failed.rows);
    return [
      toHomeFigure({
        id: "volume",
        label: "Volume",
        value: paid.amount,
        before: paid.amount_before,
        unit: "kobo",
        url: links.paid,
      }),
      toHomeFigure({ id: "paid", label: "Successful", value: paid.rows, before: paid.rows_before, url: links.paid }),
      toHomeFigure({
        id: "failed",
        label: "Failed",
        value: failed.rows,
        before: failed.rows_before,
        tone: rate !== null && rate < LOW_SUCCESS_RATE ? "warning" : "neutral",
        note: rate === null ? null : `${rate.toFixed(1)}% successful`,
        url: links.failed,
      }),
      toHomeFigure({
        id: "open",
        label: "In progress",
        ...cappedCountFields(open),
        url: `${TRANSACTION_LIST_URL}?state=${OPEN}&sort=created_at`,
      }),
    ];
  },
};

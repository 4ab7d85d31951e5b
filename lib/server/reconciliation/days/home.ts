import "server-only";
import { eq } from "drizzle-orm";
import type { HomeFigure } from "@/lib/contract/overview";
import type { ReconciliationDayRow } from "@/lib/contract/reconciliation-days";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { adminLabel, formatDay, formatMoney, pluralize } from "@/lib/format";
import { endOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { reconciliationDays } from "@/lib/server/db/schema/reconciliation";
import { toCappedTotal } from "@/lib/server/lists/list";
import { type HomeWorkGroup, type HomeWorkSource, toHomeFigure } from "@/lib/server/overview/home-module";
import { listReconciliationDays, readDayRow } from "./list-days";

const LIST_URL = "/dashboard/wallets/reconciliation/days";

const toWorkItem = (row: ReconciliationDayRow, detail: string): HomeWorkGroup["items"][number] => ({
  id: row.day,
  title: formatDay(row.day),
  detail,
  since: row.proposed_at ?? endOfDay(row.day).toISOString(),
  due_at: null,
  expires: false,
  url: recordUrl("reconciliation_day", row.day),
});

const describeExceptions = ({ exceptions: { count, sum } }: ReconciliationDayRow) =>
  count ? `${pluralize(count, "exception")}, ${formatMoney(sum)}` : "No exceptions";

/** Days that an admin can propose for closing, oldest first. */
const openDays: HomeWorkSource = {
  kind: "open_days",
  label: "Days to reconcile",
  needs: routes.reconciliation.proposeDay,
  url: `${LIST_URL}?state=open&sort=day`,
  async read(db, _admin, limit) {
    const { items, total, totalIsCapped } = await listReconciliationDays(db, {
      page: 0,
      size: limit,
      sort: "day",
      state: "open",
    });
    return [{ items: items.map((row) => toWorkItem(row, describeExceptions(row))), total, totalIsCapped }];
  },
};

/** The day that another admin has proposed for closing. Only one day can be proposed at a time. */
const proposedDay: HomeWorkSource = {
  kind: "proposed_days",
  label: "Days to close",
  needs: routes.reconciliation.closeDay,
  url: `${LIST_URL}?state=proposed`,
  async read(db, admin) {
    const [proposal] = await db.select().from(reconciliationDays).where(eq(reconciliationDays.state, "proposed"));
    const row = proposal && proposal.proposedBy !== admin.id ? await readDayRow(db, proposal.day) : null;
    if (!row?.proposed_by) return [{ items: [], ...toCappedTotal(0) }];
    return [{ items: [toWorkItem(row, `Proposed by ${adminLabel(row.proposed_by)}`)], ...toCappedTotal(1) }];
  },
};

/** Pending work on Home: the day that another admin has proposed for closing, then the days that this admin can propose. */
export const reconciliationDayWork: readonly HomeWorkSource[] = [proposedDay, openDays];

/** Returns the number of exceptions of the oldest open day, as a figure on Home; an empty list if all days are closed. */
export async function oldestOpenDayFigures(db: Queryable): Promise<HomeFigure[]> {
  const { items } = await listReconciliationDays(db, { page: 0, size: 1, sort: "day", state: "open,proposed" });
  return items.map(({ day, exceptions }) =>
    toHomeFigure({
      id: "oldest_open_day",
      label: "Exceptions, oldest open day",
      value: exceptions.count,
      tone: exceptions.count ? "warning" : "neutral",
      note: formatDay(day),
      url: recordUrl("reconciliation_day", day),
    }),
  );
}

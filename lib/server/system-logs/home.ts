import "server-only";
import { and, gte, sql } from "drizzle-orm";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { comparePeriodTotals, type ModuleHomeItems, toHomeFigure } from "@/lib/server/overview/home-module";

const LIST_URL = "/dashboard/system-logs/audit-trails";

/** Defines the figures and recent changes that the Home page shows for System Logs. */
export const systemLogsHomeItems: ModuleHomeItems = {
  feature: "System Logs",
  work: [],
  changes: [
    {
      id: "actions_refused",
      label: "Actions refused",
      // Uses a literal instead of a parameter, so that PostgreSQL uses the partial index.
      table: auditTrails,
      where: (since) => and(sql`${auditTrails.outcome} = 'refused'`, gte(auditTrails.at, since)),
      urlFrom: (day) => `${LIST_URL}?outcome=refused&from=${day}`,
    },
  ],
  async figures(db, period) {
    const days = `from=${period.from}&to=${period.to}`;
    const facets = { done: ["outcome:done"], refused: ["outcome:refused"] };
    const { done, refused } = await comparePeriodTotals(db, "trail", facets, period);
    return [
      toHomeFigure({
        id: "done",
        label: "Actions",
        value: done.rows,
        before: done.rows_before,
        url: `${LIST_URL}?outcome=done&${days}`,
      }),
      toHomeFigure({
        id: "refused",
        label: "Refused",
        value: refused.rows,
        before: refused.rows_before,
        url: `${LIST_URL}?outcome=refused&${days}`,
      }),
    ];
  },
};

import { DateTime } from "@/components/common/date-time";
import type { TableColumn } from "@/components/common/table/column";
import type { PromotionRow } from "@/lib/contract/promotion-row";
import { formatCount } from "@/lib/format";
import { PromotionBudgetBar } from "./budget-bar";
import { describePromotionBenefit, describePromotionPeriod, describePromotionTrigger } from "./promotion-list-words";
import { PromotionStateBadge } from "./promotion-state";

/** Columns of the promotion list. */
export const PROMOTION_COLUMNS: readonly TableColumn<PromotionRow>[] = [
  { id: "name", header: "Promotion", sort: "name", cell: (row) => row.name },
  { id: "state", header: "Status", phone: "title", cell: (row) => <PromotionStateBadge promotion={row} /> },
  { id: "benefit", header: "Gives", cell: (row) => describePromotionBenefit(row) },
  {
    id: "spent",
    header: "Spent",
    sort: "spent",
    cell: (row) => <PromotionBudgetBar budget={row.budget} spent={row.spent} reserved={row.reserved} />,
  },
  { id: "uses", header: "Uses", align: "end", cell: (row) => formatCount(row.uses) },
  { id: "trigger", header: "Code", cell: (row) => describePromotionTrigger(row) },
  { id: "starts_at", header: "Runs", sort: "starts_at", cell: (row) => describePromotionPeriod(row) },
  {
    id: "updated_at",
    header: "Changed",
    sort: "updated_at",
    optional: true,
    phone: "hidden",
    cell: (row) => <DateTime at={row.updated_at} />,
  },
];

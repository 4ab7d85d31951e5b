import { StatusBadge } from "@/components/common/status-badge";
import type { PromotionRow } from "@/lib/contract/promotion-row";

const PAUSE_LABELS = { admin: "Paused", pool: "Paused: pool too low" };
const END_LABELS = { clock: "Ended", budget: "Ended: budget spent", uses: "Ended: used up", admin: "Ended early" };

type PromotionStateProps = { promotion: Pick<PromotionRow, "state" | "pause_cause" | "end_cause"> };

/** Renders a promotion's state, and why it is paused or ended. */
export function PromotionStateBadge({ promotion: { state, pause_cause, end_cause } }: PromotionStateProps) {
  if (state === "paused" && pause_cause)
    return <StatusBadge status={pause_cause === "pool" ? "failed" : "pending"} label={PAUSE_LABELS[pause_cause]} />;
  if (state === "ended" && end_cause) return <StatusBadge status={state} label={END_LABELS[end_cause]} />;
  return <StatusBadge status={state} />;
}

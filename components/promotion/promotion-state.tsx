import { StatusBadge } from "@/components/common/status-badge";
import type { PromotionRow } from "@/lib/contract/promotion-row";

const PAUSED = { admin: "Paused", pool: "Paused: pool too low" };
const ENDED = { clock: "Ended", budget: "Ended: budget spent", uses: "Ended: used up", admin: "Ended early" };

type PromotionStateProps = { promotion: Pick<PromotionRow, "state" | "pause_cause" | "end_cause"> };

/** Renders the state of a promotion with its cause. */
export function PromotionStateBadge({ promotion: { state, pause_cause, end_cause } }: PromotionStateProps) {
  if (state === "paused" && pause_cause)
    return <StatusBadge status={pause_cause === "pool" ? "failed" : "pending"} label={PAUSED[pause_cause]} />;
  if (state === "ended" && end_cause) return <StatusBadge status={state} label={ENDED[end_cause]} />;
  return <StatusBadge status={state} />;
}

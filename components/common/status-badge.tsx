import { Badge, type BadgeTone } from "@/components/ui/badge";
import { titleCase } from "@/lib/format";

/** Badge colours by state, for all modules, so that a state has the same colour everywhere. */
const TONES: Record<string, BadgeTone> = {
  pending: "warning",
  exception: "danger",
  expected: "info",
  matched: "success",
  submitted: "warning",
  invited: "warning",
  awaiting_approval: "warning",
  requested: "warning",
  unconfirmed: "warning",
  restricted: "warning",
  due: "warning",
  in_review: "info",
  processing: "info",
  scheduled: "info",
  acknowledged: "info",
  in_progress: "info",
  paying: "info",
  posting: "info",
  sent: "info",
  reading: "info",
  approved: "success",
  active: "success",
  working: "success",
  done: "success",
  succeeded: "success",
  posted: "success",
  imported: "success",
  delivered: "success",
  published: "success",
  resolved: "success",
  disbursed: "success",
  rejected: "danger",
  refused: "danger",
  failed: "danger",
  failing: "danger",
  revoked: "danger",
  suspended: "danger",
  disputed: "danger",
  payment_failed: "danger",
  lost: "danger",
  won: "success",
  live: "success",
  valid: "info",
  checked_in: "success",
  void: "danger",
  reserved: "warning",
  paused: "warning",
  paid: "success",
  redeemed: "success",
  open: "success",
  shortlisted: "info",
  expired: "neutral",
  resubmission_requested: "primary",
  waiting_for_citizen: "primary",
};

/** Renders a state in words. The colour only repeats what the words state. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  return (
    // Long states wrap to two lines in a phone's narrow table cells.
    <Badge tone={TONES[status] ?? "neutral"} className="max-md:rounded-xl max-md:whitespace-normal">
      <span className="size-1.5 shrink-0 rounded-full bg-current" aria-hidden="true" />
      {label ?? titleCase(status)}
    </Badge>
  );
}

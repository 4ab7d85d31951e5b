import { Flag } from "lucide-react";
import { Deadline } from "@/components/common/due";
import { StatusBadge } from "@/components/common/status-badge";
import { Badge } from "@/components/ui/badge";
import type { KycRow } from "@/lib/contract/kyc";
import { KYC_FLAG_WORDS, KYC_OPEN_STATES, type KycState } from "@/lib/contract/kyc.values";

/** Returns true for the states of identity requests that are not decided yet. */
export const isOpenKycState = (state: KycState) => (KYC_OPEN_STATES as readonly KycState[]).includes(state);

/** Renders the due time of an open identity request; decided requests have none. */
export function KycDueTime({ request }: { request: Pick<KycRow, "state" | "due_at"> }) {
  return isOpenKycState(request.state) ? <Deadline at={request.due_at} /> : <span className="text-muted">–</span>;
}

/** Renders the status of the applicant's account in the list, if the account is not active. */
export function KycAccountStatusBadge({ status }: { status: KycRow["account_status"] }) {
  return status === "active" ? null : <StatusBadge status={status} label={`Account ${status}`} />;
}

/** Renders the number of an identity request's risk flags, with their names in the tooltip. */
export function KycRiskFlagBadge({ flags }: { flags: KycRow["flags"] }) {
  if (!flags.length) return null;
  return (
    <Badge tone="danger" title={flags.map((flag) => KYC_FLAG_WORDS[flag]).join(", ")}>
      <Flag aria-hidden="true" />
      {flags.length}
      <span className="sr-only"> risk flags: {flags.map((flag) => KYC_FLAG_WORDS[flag]).join(", ")}</span>
    </Badge>
  );
}

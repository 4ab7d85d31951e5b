"use client";

import { useQuery } from "@tanstack/react-query";
import { BalancesPreview } from "@/components/common/balances-preview";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import {
  APPROVAL_KINDS_WITHOUT_REMARK,
  APPROVAL_REASON_MAX,
  type ApprovalKind,
  NO_ERASURE_REMARK_TEXT,
} from "@/lib/contract/approvals.values";
import { adminLabel } from "@/lib/format";
import { approvalQuery, type DecideApprovalInput, decideApprovalMutation } from "@/lib/queries/approvals";
import { approvalDraftName, type PendingDecision } from "./approval-draft";

const loadSchema = () => import("@/lib/contract/approvals").then((module) => module.approvalDecision);

type Props = PendingDecision & { onClose: () => void };

/** Kinds of requests whose `change` text already contains the day on which the change takes effect. */
const DATED_KINDS: readonly ApprovalKind[] = [
  "systemWallet.changeLimits",
  "revenueHeads.change",
  "appConfig.sendBroadcast",
];

/** Asks for confirmation of a decision and shows its consequence. A rejection requires a reason. */
export function ApprovalDialog({ approval, decision, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(decideApprovalMutation);
  const isApproval = decision === "approved";
  // Loads the effects of the request, which the admin must see before approving.
  const preview = useQuery({ ...approvalQuery(approval.approvalId), enabled: isApproval });
  const decide = async (input: DecideApprovalInput) => {
    await mutateAsync(input);
    toast.success(`${approval.record.name}: ${decision}.`);
  };
  return (
    <FormDialog<DecideApprovalInput>
      open
      onOpenChange={onClose}
      title={`${isApproval ? "Approve" : "Reject"} the request about ${approval.record.name}?`}
      consequence={
        isApproval
          ? `${DATED_KINDS.includes(approval.kind) ? "You approve" : "Takes effect immediately"}: ${approval.change}.`
          : `Nothing changes. ${adminLabel(approval.requested_by)} sees your reason.`
      }
      submitLabel={isApproval ? "Approve" : "Reject"}
      ready={preview.data !== undefined || !isApproval}
      tone={isApproval ? "primary" : "danger"}
      schema={loadSchema}
      draft={approvalDraftName({ approval, decision })}
      fixed={{ approvalId: approval.approvalId, decision }}
      defaultValues={{ reason: "" }}
      onSubmit={decide}
    >
      {isApproval && <BalancesPreview query={preview} />}
      {isApproval && APPROVAL_KINDS_WITHOUT_REMARK.includes(approval.kind) ? (
        <p className="text-sm text-muted">{NO_ERASURE_REMARK_TEXT}</p>
      ) : (
        <TextAreaField name="reason" label="Reason" optional={isApproval} max={APPROVAL_REASON_MAX} rows={3} />
      )}
    </FormDialog>
  );
}

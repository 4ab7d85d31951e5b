"use client";

import { useQuery } from "@tanstack/react-query";
import { BalancesPreview } from "@/components/common/balances-preview";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { APPROVAL_REASON_MAX, type ApprovalKind } from "@/lib/contract/approvals.values";
import { adminWords } from "@/lib/format";
import { type ApprovalDecisionInput, approvalQuery, decideApprovalMutation } from "@/lib/queries/approvals";
import { approvalDraft, type Deciding } from "./approval-draft";

const loadSchema = () => import("@/lib/contract/approvals").then((module) => module.approvalDecision);

type Props = Deciding & { onClose: () => void };

/** Kinds whose `change` text contains the day on which the change takes effect. */
const HAS_A_DAY: readonly ApprovalKind[] = ["systemWallet.changeLimits", "appConfig.sendBroadcast"];

/** Asks for confirmation and shows the consequence. A rejection requires a reason. */
export function ApprovalDialog({ approval, decision, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(decideApprovalMutation);
  const approves = decision === "approved";
  // Loads the effects, which the admin must see before approving.
  const look = useQuery({ ...approvalQuery(approval.approvalId), enabled: approves });
  const decide = async (input: ApprovalDecisionInput) => {
    await mutateAsync(input);
    toast.success(`${approval.record.name}: ${decision}.`);
  };
  return (
    <FormDialog<ApprovalDecisionInput>
      open
      onOpenChange={onClose}
      title={`${approves ? "Approve" : "Reject"} the request about ${approval.record.name}?`}
      consequence={
        approves
          ? `${HAS_A_DAY.includes(approval.kind) ? "You approve" : "Takes effect immediately"}: ${approval.change}.`
          : `Nothing changes. ${adminWords(approval.requested_by)} sees your reason.`
      }
      submitLabel={approves ? "Approve" : "Reject"}
      ready={look.data !== undefined || !approves}
      tone={approves ? "primary" : "danger"}
      schema={loadSchema}
      draft={approvalDraft({ approval, decision })}
      fixed={{ approvalId: approval.approvalId, decision }}
      defaultValues={{ reason: "" }}
      onSubmit={decide}
    >
      {approves && <BalancesPreview query={look} />}
      <TextAreaField name="reason" label="Reason" optional={approves} max={APPROVAL_REASON_MAX} rows={3} />
    </FormDialog>
  );
}

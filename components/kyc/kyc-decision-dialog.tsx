"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { Button } from "@/components/ui/button";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { KycSingle } from "@/lib/contract/kyc";
import { KYC_REASONS, type KycCheck, type KycDecision } from "@/lib/contract/kyc.values";
import { optionsOf } from "@/lib/format";
import { decideKycMutation, type KycDecisionInput } from "@/lib/queries/kyc";
import { keepConflict } from "@/lib/queries/kyc-review";
import { KycApproval } from "./kyc-approval";
import { DECISION_WORDS, draftName, reasonWords } from "./kyc-words";

type Props = {
  request: KycSingle;
  decision: KycDecision;
  /** The one that the officer was looking at when they chose. */
  version: number;
  /** `keepsText`: what was typed is there again the next time. */
  onClose: (keepsText: boolean) => void;
};

const loadSchema = () => import("@/lib/contract/kyc").then((module) => module.kycDecision);
const REASONS = optionsOf(KYC_REASONS, reasonWords);

/** Asks once more, with the consequence in words; anything but approval carries a reason and a text for the user. */
export function KycDecisionDialog({ request, decision, version: chosenAt, onClose }: Props) {
  // A newer version only after the officer was told what changed.
  const [version, setVersion] = useState(chosenAt);
  const [conflict, setConflict] = useState(false);
  const decide = useDecide(request, (newer) => {
    setVersion(newer);
    setConflict(true);
  });
  const fixed = { kycId: request.id, version, decision };
  const onOpenChange = (open: boolean) => !open && onClose(false);
  const { action } = DECISION_WORDS[decision];
  const freshRecord = conflict && (
    <Button variant="link" size="sm" onClick={() => onClose(true)}>
      View latest version{decision === "approved" ? "" : " (your text is saved)"}
    </Button>
  );

  if (decision === "approved")
    return (
      <Approval request={request} onOpenChange={onOpenChange} onApprove={(checked) => decide({ ...fixed, checked })}>
        {freshRecord}
      </Approval>
    );
  return (
    <FormDialog<KycDecisionInput>
      open
      onOpenChange={onOpenChange}
      title={
        decision === "rejected" ? `Reject ${request.name}'s KYC?` : `Ask ${request.name} to submit the request again?`
      }
      consequence={
        decision === "rejected"
          ? "The account keeps its tier, and the user gets your text by mail."
          : "The request closes until the user submits it again. They get your text by mail."
      }
      submitLabel={action}
      tone={decision === "rejected" ? "danger" : "primary"}
      schema={loadSchema}
      fixed={fixed}
      draft={draftName(request.id, decision)}
      onSubmit={decide}
    >
      {freshRecord}
      <SelectField name="reason" label="Reason" options={REASONS} placeholder="Choose a reason" />
      <TextAreaField
        name="message"
        label="What the user will read"
        hint="Say what was wrong and what to do next."
        max={1_000}
        rows={4}
      />
    </FormDialog>
  );
}

type ApprovalProps = {
  request: KycSingle;
  onOpenChange: (open: boolean) => void;
  onApprove: (checked: KycCheck[]) => Promise<unknown>;
  children: ReactNode;
};

/** Shows what the tier changes, and what of the checklist is open: it can be ticked here. */
function Approval({ request, onOpenChange, onApprove, children }: ApprovalProps) {
  const [checked, setChecked] = useState<readonly KycCheck[]>([]);
  // What was open when the dialog opened stays in view while it is ticked; a new risk flag adds to it.
  const [opened] = useState(() => uncheckedOf(request));
  const open = request.checklist.flatMap(({ item, checked: done }) => (done && !opened.includes(item) ? [] : [item]));
  const approve = async () => {
    const left = open.filter((item) => !checked.includes(item)).length;
    if (left > 0)
      throw new Error(`Tick what you have checked first: ${left} ${left === 1 ? "item is" : "items are"} open.`);
    await onApprove([...checked]);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={`Approve ${request.name}'s KYC?`}
      consequence={
        request.account.tier >= request.tier
          ? `The account stays on tier ${request.account.tier}. The user is told by mail.`
          : `The account moves from tier ${request.account.tier} to tier ${request.tier}. The user is told by mail.`
      }
      confirmLabel={DECISION_WORDS.approved.action}
      onConfirm={approve}
    >
      <KycApproval request={request} open={open} checked={checked} onChange={setChecked} />
      {children}
    </ConfirmDialog>
  );
}

const uncheckedOf = (request: KycSingle) => request.checklist.flatMap(({ item, checked }) => (checked ? [] : [item]));

/** Sends the decision. On a conflict the record behind the dialog is replaced by the fresh one, and what was typed stays. */
function useDecide(request: KycSingle, onNewer: (version: number) => void) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(decideKycMutation(idempotencyKey));
  return async (input: KycDecisionInput) => {
    try {
      await mutateAsync(input);
      toast.success(`${request.name}: ${DECISION_WORDS[input.decision].done}`);
    } catch (error) {
      if (keepConflict(client, error)) onNewer((error.current as KycSingle).version);
      throw error;
    }
  };
}

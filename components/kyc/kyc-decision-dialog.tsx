"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/common/confirm-dialog";
import { SelectField, TextAreaField } from "@/components/common/fields";
import { FormDialog } from "@/components/common/form-dialog";
import { isStatus } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { KycSingle } from "@/lib/contract/kyc";
import { KYC_REASONS, type KycDecision, TIER_LIMITS } from "@/lib/contract/kyc.values";
import { formatMoney } from "@/lib/format";
import { key } from "@/lib/queries/keys";
import { decideKycMutation, type KycDecisionInput } from "@/lib/queries/kyc";
import { DECISION_WORDS, draftName, optionsOf, reasonWords } from "./kyc-words";

type Props = { request: KycSingle; decision: KycDecision; onClose: () => void };

const loadSchema = () => import("@/lib/contract/kyc").then((module) => module.kycDecision);
const REASONS = optionsOf(KYC_REASONS, reasonWords);

/** Asks once more, with the consequence in words; anything but approval carries a reason and a text for the user. */
export function KycDecisionDialog({ request, decision, onClose }: Props) {
  // The version that the officer was looking at when they chose; a newer one only after they were told what changed.
  const [version, setVersion] = useState(request.version);
  const decide = useDecide(request, setVersion);
  const fixed = { kycId: request.id, version, decision };
  const onOpenChange = (open: boolean) => !open && onClose();
  const { action } = DECISION_WORDS[decision];

  if (decision === "approved")
    return (
      <ConfirmDialog
        open
        onOpenChange={onOpenChange}
        title={`Approve ${request.name}'s KYC?`}
        consequence={<ApprovalConsequence request={request} />}
        confirmLabel={action}
        onConfirm={() => decide(fixed)}
      />
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
      if (isStatus(error, 409) && error.current) {
        onNewer((error.current as KycSingle).version);
        await client.invalidateQueries({ queryKey: key("KYC", "single") });
      }
      throw error;
    }
  };
}

function ApprovalConsequence({ request }: { request: KycSingle }) {
  const limits = TIER_LIMITS[request.tier as keyof typeof TIER_LIMITS];
  if (request.account.tier >= request.tier) return <>The account stays on tier {request.account.tier}.</>;
  return (
    <>
      The account moves from tier {request.account.tier} to tier {request.tier}: up to {formatMoney(limits.daily)} a
      day, {limits.balance === null ? "no limit on the balance" : `a balance of up to ${formatMoney(limits.balance)}`}.
      The user is told by mail.
    </>
  );
}

"use client";

import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { KYC_REASONS, type KycReason } from "@/lib/contract/kyc.values";
import { kycLetter } from "@/lib/contract/kyc-letters.values";
import { selectOptions } from "@/lib/format";
import { kycReasonLabel } from "./kyc-review-words";

const REASON_OPTIONS = selectOptions(KYC_REASONS, kycReasonLabel);

/** Edits a decision's reason and the message to the user. Fills in the reason's standard letter until the message was edited. */
export function KycReasonAndMessageFields({
  outcome,
  hint,
}: {
  outcome: Parameters<typeof kycLetter>[1];
  hint: string;
}) {
  const { setValue, getValues } = useFormContext();
  const reason: KycReason | "" | undefined = useWatch({ name: "reason" });
  const standardLetter = useRef("");
  useEffect(() => {
    if (!reason) return;
    const message = String(getValues("message") ?? "").trim();
    if (message && message !== standardLetter.current) return;
    standardLetter.current = kycLetter(reason, outcome);
    setValue("message", standardLetter.current, { shouldDirty: true });
  }, [reason, outcome, getValues, setValue]);
  return (
    <>
      <SelectField name="reason" label="Reason" options={REASON_OPTIONS} placeholder="Choose a reason" />
      <TextAreaField name="message" label="What the user will read" hint={hint} max={1_000} rows={4} />
    </>
  );
}

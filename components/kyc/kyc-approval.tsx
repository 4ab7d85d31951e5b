"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox";
import { errorMessageOf } from "@/lib/client/api-error";
import type { KycDetails } from "@/lib/contract/kyc";
import type { KycCheck } from "@/lib/contract/kyc.values";
import { pluralize } from "@/lib/format";
import { type KycDecisionFormProps, KycDecisionFrame } from "./kyc-decision-frame";
import { KycLimitComparison } from "./kyc-limits";
import { CHECKLIST_ITEM_LABELS, KYC_DECISION_TEXTS } from "./kyc-review-words";
import { KycNewerVersionButton, useKycDecision } from "./use-kyc-decision";

/** Confirms the approval of an identity request: shows the new limits, and lets the reviewer tick open checklist items. */
export function KycApprovalForm({
  request,
  version: initialVersion,
  onClose,
  onNext: onNextRequest,
}: KycDecisionFormProps<"approved">) {
  const { decide, version, isStale } = useKycDecision(request, initialVersion);
  const [checkedNow, setCheckedNow] = useState<readonly KycCheck[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Keeps checklist items visible that were open when the panel opened, also once ticked. A new risk flag adds its item.
  const [openAtStart] = useState(() => listUnchecked(request));
  const items = request.checklist.map(({ item }) => item).filter((item) => openAtStart.includes(item) || isOpen(item));
  const isDone = (item: KycCheck) => checkedNow.includes(item) || !isOpen(item);
  function isOpen(item: KycCheck) {
    return listUnchecked(request).includes(item);
  }
  const approve = async (openNext?: () => void) => {
    const left = items.filter((item) => !isDone(item)).length;
    setProblem(left ? `Tick what you have checked first: ${pluralize(left, "item is", "items are")} open.` : null);
    if (left) return;
    setBusy(true);
    try {
      await decide({ kycId: request.id, version, decision: "approved", checked: [...checkedNow] });
      onClose(false);
      openNext?.();
    } catch (error) {
      setProblem(errorMessageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const [oldTier, newTier] = [request.account.tier, request.tier];
  const { action } = KYC_DECISION_TEXTS.approved;
  return (
    <KycDecisionFrame
      title={`Approve ${request.name}'s KYC?`}
      consequence={`${oldTier >= newTier ? `The account stays on tier ${oldTier}.` : `The account moves from tier ${oldTier} to tier ${newTier}.`} The user is notified by mail.`}
      locked={busy}
      onClose={() => onClose(false)}
    >
      {oldTier < newTier && <KycLimitComparison {...request.limits} />}
      {items.length > 0 && (
        <fieldset>
          <legend className="text-sm font-semibold">Still open on the checklist</legend>
          {items.map((item) => (
            <CheckboxRow
              key={item}
              label={CHECKLIST_ITEM_LABELS[item]}
              checked={isDone(item)}
              disabled={!isOpen(item)}
              onChange={({ target }) =>
                setCheckedNow(target.checked ? [...checkedNow, item] : checkedNow.filter((other) => other !== item))
              }
            />
          ))}
        </fieldset>
      )}
      {isStale && <KycNewerVersionButton onView={() => onClose(true)} />}
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onClose(false)} disabled={busy}>
          Cancel
        </Button>
        <Button
          variant={onNextRequest ? "secondary" : "primary"}
          data-first={onNextRequest ? undefined : true}
          busy={busy}
          onClick={() => approve()}
        >
          {action}
        </Button>
        {onNextRequest && (
          <Button variant="primary" data-first busy={busy} onClick={() => approve(onNextRequest)}>
            {action} and open next
          </Button>
        )}
      </div>
    </KycDecisionFrame>
  );
}

const listUnchecked = (request: KycDetails) =>
  request.checklist.flatMap(({ item, checked }) => (checked ? [] : [item]));

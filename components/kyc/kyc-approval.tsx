"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox";
import { messageOf } from "@/lib/client/api-error";
import type { KycSingle } from "@/lib/contract/kyc";
import type { KycCheck } from "@/lib/contract/kyc.values";
import { pluralize } from "@/lib/format";
import { type DecisionProps, KycDecisionFrame } from "./kyc-decision-frame";
import { KycLimits } from "./kyc-limits";
import { CHECK_WORDS, DECISION_WORDS } from "./kyc-words";
import { KycNewerVersion, useDecide } from "./use-decide";

/** Confirms an approval: shows the new limits and lets the reviewer tick open checklist items. */
export function KycApproval({ request, version: chosenAt, onClose, onNext }: DecisionProps<"approved">) {
  const { decide, version, isStale } = useDecide(request, chosenAt);
  const [checked, setChecked] = useState<readonly KycCheck[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Items that were open when the panel opened stay visible once ticked. A new risk flag adds its item.
  const [opened] = useState(() => openOf(request));
  const items = request.checklist.map(({ item }) => item).filter((item) => opened.includes(item) || isOpen(item));
  const isDone = (item: KycCheck) => checked.includes(item) || !isOpen(item);
  function isOpen(item: KycCheck) {
    return openOf(request).includes(item);
  }
  const approve = async (next?: () => void) => {
    const left = items.filter((item) => !isDone(item)).length;
    setProblem(left ? `Tick what you have checked first: ${pluralize(left, "item is", "items are")} open.` : null);
    if (left) return;
    setBusy(true);
    try {
      await decide({ kycId: request.id, version, decision: "approved", checked: [...checked] });
      onClose(false);
      next?.();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const [from, to] = [request.account.tier, request.tier];
  const { action } = DECISION_WORDS.approved;
  return (
    <KycDecisionFrame
      title={`Approve ${request.name}'s KYC?`}
      consequence={`${from >= to ? `The account stays on tier ${from}.` : `The account moves from tier ${from} to tier ${to}.`} The user is notified by mail.`}
      locked={busy}
      onClose={() => onClose(false)}
    >
      {from < to && <KycLimits {...request.limits} />}
      {items.length > 0 && (
        <fieldset>
          <legend className="text-sm font-semibold">Still open on the checklist</legend>
          {items.map((item) => (
            <CheckboxRow
              key={item}
              label={CHECK_WORDS[item]}
              checked={isDone(item)}
              disabled={!isOpen(item)}
              onChange={({ target }) =>
                setChecked(target.checked ? [...checked, item] : checked.filter((other) => other !== item))
              }
            />
          ))}
        </fieldset>
      )}
      {isStale && <KycNewerVersion onView={() => onClose(true)} />}
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onClose(false)} disabled={busy}>
          Cancel
        </Button>
        <Button
          variant={onNext ? "secondary" : "primary"}
          data-first={onNext ? undefined : true}
          busy={busy}
          onClick={() => approve()}
        >
          {action}
        </Button>
        {onNext && (
          <Button variant="primary" data-first busy={busy} onClick={() => approve(onNext)}>
            {action} and open next
          </Button>
        )}
      </div>
    </KycDecisionFrame>
  );
}

const openOf = (request: KycSingle) => request.checklist.flatMap(({ item, checked }) => (checked ? [] : [item]));

"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { Checkbox } from "@/components/ui/checkbox";
import { toast } from "@/lib/client/toast";
import type { KycSingle } from "@/lib/contract/kyc";
import type { KycCheck } from "@/lib/contract/kyc.values";
import { checkKycMutation } from "@/lib/queries/kyc-review";
import { CHECK_WORDS } from "./kyc-words";

/** The checklist of the tier: who confirmed what, and when. The first tick takes the request on. */
export function KycChecklist({ request, enabled }: { request: KycSingle; enabled: boolean }) {
  // A tick shows at once; what the answer says then holds. One after the other, in the order of the ticks.
  const [pending, setPending] = useState<Partial<Record<KycCheck, boolean>>>({});
  const { mutateAsync } = useMutation({ ...checkKycMutation(), scope: { id: `kyc.check:${request.id}` } });
  const change = (item: KycCheck, checked: boolean) => {
    setPending((before) => ({ ...before, [item]: checked }));
    // Not mutate's own callbacks: of two ticks it calls the second one's only.
    mutateAsync({ kycId: request.id, item, checked })
      .catch((error) => void toast.error(error.message))
      .finally(() => setPending(({ [item]: _, ...rest }) => rest));
  };
  const ticked = request.checklist.filter(({ checked }) => checked).length;
  return (
    <fieldset disabled={!enabled}>
      <legend className="mb-2 text-sm text-muted">
        {ticked} of {request.checklist.length} confirmed{enabled && "; an approval needs all of them"}
      </legend>
      <ul className="space-y-2.5 text-sm">
        {request.checklist.map(({ item, checked }) => (
          <li key={item} className="flex items-start gap-2.5">
            <Checkbox
              id={`check-${item}`}
              checked={pending[item] ?? checked !== null}
              onChange={(event) => change(item, event.target.checked)}
              className="mt-0.5"
            />
            <label htmlFor={`check-${item}`} className="min-w-0">
              <span className="font-medium">{CHECK_WORDS[item]}</span>
              {checked && (
                <span className="block text-muted">
                  {checked.by.name}, <DateTime at={checked.at} />
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { KycDetails } from "@/lib/contract/kyc";
import { type DecideKycInput, decideKycMutation } from "@/lib/queries/kyc";
import { cacheKycRequestFromConflict } from "@/lib/queries/kyc-review";
import { KYC_DECISION_TEXTS } from "./kyc-review-words";

/**
 * Sends a decision on an identity request. After an edit conflict, updates the request on the page and keeps the form, so that the
 * next attempt sends the new version.
 */
export function useKycDecision(request: KycDetails, initialVersion: number) {
  const client = useQueryClient();
  const [version, setVersion] = useState(initialVersion);
  const { mutateAsync } = useKeyedMutation(decideKycMutation);
  const decide = async (input: DecideKycInput) => {
    try {
      await mutateAsync(input);
      toast.success(`${request.name}: ${KYC_DECISION_TEXTS[input.decision].done}`);
    } catch (error) {
      if (cacheKycRequestFromConflict(client, error)) setVersion((error.current as KycDetails).version);
      throw error;
    }
  };
  return { decide, version, isStale: version !== initialVersion };
}

/** Button that closes the form of a decision after a conflict, to show the changed request. */
export const KycNewerVersionButton = ({ keepsText = false, onView }: { keepsText?: boolean; onView: () => void }) => (
  <Button variant="link" size="sm" onClick={onView}>
    View latest version{keepsText && " (your text is saved)"}
  </Button>
);

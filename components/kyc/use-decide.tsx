"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { KycSingle } from "@/lib/contract/kyc";
import { decideKycMutation, type KycDecisionInput } from "@/lib/queries/kyc";
import { keepConflict } from "@/lib/queries/kyc-review";
import { DECISION_WORDS } from "./kyc-words";

/**
 * Sends the decision. On a conflict the record on the page is replaced by the fresh one, what was typed stays, and the next
 * try is about the newer version: the officer was told by then what changed.
 */
export function useDecide(request: KycSingle, chosenAt: number) {
  const client = useQueryClient();
  const [version, setVersion] = useState(chosenAt);
  const { mutateAsync } = useKeyedMutation(decideKycMutation);
  const decide = async (input: KycDecisionInput) => {
    try {
      await mutateAsync(input);
      toast.success(`${request.name}: ${DECISION_WORDS[input.decision].done}`);
    } catch (error) {
      if (keepConflict(client, error)) setVersion((error.current as KycSingle).version);
      throw error;
    }
  };
  return { decide, version, isStale: version !== chosenAt };
}

/** Leads from a decision that met a change back to the record. */
export const KycNewerVersion = ({ keepsText = false, onView }: { keepsText?: boolean; onView: () => void }) => (
  <Button variant="link" size="sm" onClick={onView}>
    View latest version{keepsText && " (your text is saved)"}
  </Button>
);

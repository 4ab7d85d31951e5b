"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";

type ClaimMutation = {
  isPending: boolean;
  mutate: (
    input: { skip?: string; idempotencyKey: string },
    callbacks: { onSuccess: (record: { id: string }) => void; onError: (error: Error) => void },
  ) => void;
};
type ClaimNextOptions = { call: string; urlOf: (id: string) => string; skip?: string };

/**
 * Returns a handler for the button "Next for me": it claims a record for the admin and opens the record's page.
 * @param skip id of the current record
 */
export function useClaimNextRecord({ mutate, isPending }: ClaimMutation, { call, urlOf, skip }: ClaimNextOptions) {
  const router = useRouter();
  const [isOpening, startOpening] = useTransition();
  // Keeps the idempotency key until a response arrives, so that a retry after a lost response opens the record already claimed.
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const busy = isPending || isOpening;
  const claimNext = () => {
    if (busy) return;
    mutate(
      { skip, idempotencyKey },
      {
        onSuccess: ({ id }) => {
          setKey(newIdempotencyKey());
          // Navigates in a transition: if the record is prefetched, its page appears immediately.
          startOpening(() => router.push(urlOf(id)));
        },
        onError: (error) => void toast(error.message, { id: call }),
      },
    );
  };
  return { next: claimNext, busy };
}

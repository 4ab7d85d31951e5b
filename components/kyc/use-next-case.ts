"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { nextKycMutation } from "@/lib/queries/kyc-review";

/**
 * "Next for me": takes on the oldest request that nobody has and opens it.
 * @param skip the request that one comes from.
 */
export function useNextCase(skip?: string) {
  const router = useRouter();
  const [opening, open] = useTransition();
  // Kept while no answer came: pressed again after a lost one, it opens the case that is taken on already.
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const { mutate, isPending } = useMutation(nextKycMutation());
  const busy = isPending || opening;
  const next = () => {
    if (busy) return;
    mutate(
      { skip, idempotencyKey },
      {
        onSuccess: ({ id }) => {
          setKey(newIdempotencyKey());
          // A case that was loaded ahead is there at once, its page too (kyc-upcoming.tsx).
          open(() => router.push(`/dashboard/kyc-management/${id}`));
        },
        onError: (error) => void toast(error.message, { id: "kyc.next" }),
      },
    );
  };
  return { next, busy };
}

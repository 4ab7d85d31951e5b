"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { kycSingleQuery } from "@/lib/queries/kyc";
import { nextKycMutation } from "@/lib/queries/kyc-review";

/**
 * "Next for me": takes on the oldest request that nobody has and opens it.
 * @param skip the request that one comes from; its screen shows a case that was loaded ahead as soon as it is taken on,
 * without asking the server for a page.
 */
export function useNextCase(skip?: string) {
  const router = useRouter();
  const client = useQueryClient();
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
          const path = `/dashboard/kyc-management/${id}`;
          const isAhead = skip && client.getQueryData(kycSingleQuery(id).queryKey);
          if (!isAhead) return open(() => router.push(path));
          window.history.pushState(null, "", path);
          window.scrollTo({ top: 0, behavior: "instant" });
        },
        onError: (error) => void toast(error.message, { id: "kyc.next" }),
      },
    );
  };
  return { next, busy };
}

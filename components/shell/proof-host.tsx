"use client";

import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { registerProofDialog } from "@/lib/client/proof";

const ProofDialog = lazyPart(() => import("./proof-dialog"), "ProofDialog");

/** Opens the dialog for a proof of identity when a call of the page needs one. */
export function ProofHost() {
  const [settle, setSettle] = useState<{ with: (isProved: boolean) => void } | null>(null);
  useEffect(() => registerProofDialog(() => new Promise((resolve) => setSettle({ with: resolve }))), []);
  if (!settle) return null;
  const close = (isProved: boolean) => {
    setSettle(null);
    settle.with(isProved);
  };
  return (
    <Suspense>
      <ProofDialog onClose={close} />
    </Suspense>
  );
}

"use client";

import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { registerProofDialog } from "@/lib/client/proof";

const ProofDialog = lazyPart(() => import("./proof-dialog"), "ProofDialog");

/** Opens the dialog for a proof of identity when a call of the page needs one. */
export function ProofHost() {
  const [settle, setSettle] = useState<{ with: (isProved: boolean) => void } | null>(null);
  useEffect(() => {
    let settleOpen = (_: boolean) => {};
    const unregister = registerProofDialog(
      () =>
        new Promise((resolve) => {
          settleOpen = resolve;
          setSettle({ with: resolve });
        }),
    );
    // The session may end while the dialog is open: what waits for it fails then, instead of waiting for ever.
    return () => {
      unregister();
      settleOpen(false);
    };
  }, []);
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

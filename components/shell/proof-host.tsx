"use client";

import { Suspense, useEffect, useState } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { registerIdentityProofDialog } from "@/lib/client/proof";

const IdentityProofDialog = lazyWithPreload(() => import("./proof-dialog"), "IdentityProofDialog");

/** Opens the proof dialog when an API call of the page requires a proof of identity. */
export function IdentityProofHost() {
  const [pendingProof, setPendingProof] = useState<{ with: (isProved: boolean) => void } | null>(null);
  useEffect(() => {
    let resolveOpen = (_: boolean) => {};
    const unregister = registerIdentityProofDialog(
      () =>
        new Promise((resolve) => {
          resolveOpen = resolve;
          setPendingProof({ with: resolve });
        }),
    );
    // Rejects calls that wait for the proof if the session ends while the dialog is open.
    return () => {
      unregister();
      resolveOpen(false);
    };
  }, []);
  if (!pendingProof) return null;
  const close = (isProved: boolean) => {
    setPendingProof(null);
    pendingProof.with(isProved);
  };
  return (
    <Suspense>
      <IdentityProofDialog onClose={close} />
    </Suspense>
  );
}

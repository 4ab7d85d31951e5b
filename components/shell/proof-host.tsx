"use client";

import { Suspense, useEffect, useState } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { registerProofDialog } from "@/lib/client/proof";

const ProofDialog = lazyWithPreload(() => import("./proof-dialog"), "ProofDialog");

/** Opens the proof dialog when an API call of the page requires a proof of identity. */
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
    // The session may end while the dialog is open: calls that wait for the proof must fail then.
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

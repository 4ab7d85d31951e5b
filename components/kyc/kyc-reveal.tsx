"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { KycSingle } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import { useMay } from "@/lib/queries/rp";

const KycRevealDialog = lazyPart(() => import("./kyc-reveal-dialog"), "KycRevealDialog");

/** The last four of the identity number; anyone who may see the whole one gives a reason first. */
export function KycReveal({ request }: { request: Pick<KycSingle, "id" | "name" | "identity_number_last4"> }) {
  const may = useMay(kycRoutes.reveal);
  const [open, setOpen] = useState(false);
  return (
    <>
      •••• {request.identity_number_last4}
      {may && (
        <Button
          variant="link"
          size="sm"
          className="h-auto! px-1.5!"
          aria-label="Show the whole identity number"
          onPointerEnter={KycRevealDialog.preload}
          onFocus={KycRevealDialog.preload}
          onClick={() => setOpen(true)}
        >
          Show
        </Button>
      )}
      <Suspense>{open && <KycRevealDialog request={request} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

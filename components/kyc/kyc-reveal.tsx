"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { KycDetails } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import { useAccess } from "@/lib/queries/rp";

const KycIdentityNumberDialog = lazyWithPreload(() => import("./kyc-reveal-dialog"), "KycIdentityNumberDialog");

/** Shows the last four digits of the identity number. Admins with the right to see the whole number have a button that reveals it for a reason. */
export function KycIdentityNumber({ request }: { request: Pick<KycDetails, "id" | "name" | "identity_number_last4"> }) {
  const mayReveal = useAccess(kycRoutes.reveal);
  const [open, setOpen] = useState(false);
  return (
    <>
      •••• {request.identity_number_last4}
      {mayReveal && (
        <Button
          variant="link"
          size="sm"
          className="h-auto! px-1.5!"
          aria-label="Show the whole identity number"
          onPointerEnter={KycIdentityNumberDialog.preload}
          onFocus={KycIdentityNumberDialog.preload}
          onClick={() => setOpen(true)}
        >
          Show
        </Button>
      )}
      <Suspense>{open && <KycIdentityNumberDialog request={request} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

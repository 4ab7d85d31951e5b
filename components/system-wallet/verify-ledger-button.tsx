"use client";

import { ShieldCheck } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { lazyPart } from "@/components/ui/lazy-part";

const VerifyLedgerDialog = lazyPart(() => import("./verify-ledger-dialog"), "VerifyLedgerDialog");

/** Opening it starts the check; closing it ends it. */
export function VerifyLedgerButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        <ShieldCheck aria-hidden="true" /> Verify ledger
      </Button>
      <Suspense>{open && <VerifyLedgerDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

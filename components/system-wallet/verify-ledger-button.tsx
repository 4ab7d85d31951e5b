"use client";

import { ShieldCheck } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";

const VerifyLedgerDialog = lazyWithPreload(() => import("./verify-ledger-dialog"), "VerifyLedgerDialog");

/** Opens the dialog that verifies the ledger. Opening the dialog starts the verification, closing it stops it. */
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

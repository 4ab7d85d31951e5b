"use client";

import { ShieldCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";

const VerifyLedgerDialog = lazy(() =>
  import("./verify-ledger-dialog").then((module) => ({ default: module.VerifyLedgerDialog })),
);

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

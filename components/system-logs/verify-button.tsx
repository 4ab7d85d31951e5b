"use client";

import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { VerifyAuditTrailDialog } from "./verify-dialog";

/** Opens the dialog that verifies the audit trail. Opening the dialog starts the verification, closing it stops it. */
export function VerifyAuditTrailButton({ addressOf }: { addressOf: (entry: string) => string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        <ShieldCheck aria-hidden="true" /> Verify
      </Button>
      {open && <VerifyAuditTrailDialog addressOf={addressOf} onClose={() => setOpen(false)} />}
    </>
  );
}

"use client";

import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { VerifyDialog } from "./verify-dialog";

/** Opening it starts the verification; closing it ends it. */
export function VerifyButton({ addressOf }: { addressOf: (entry: string) => string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        <ShieldCheck aria-hidden="true" /> Verify
      </Button>
      {open && <VerifyDialog addressOf={addressOf} onClose={() => setOpen(false)} />}
    </>
  );
}

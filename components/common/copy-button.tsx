"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";

const COPIED_SHOWN_MS = 1_500;

/** Copies `value` to the clipboard. @param label accessible name, such as "Copy reference KYC-000123" */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.error("The browser did not allow copying. Select the text and copy it yourself.");
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        onClick={copy}
        className="size-7 text-muted [&_svg]:size-3.5"
      >
        {copied ? <Check className="text-success" aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </Button>
      <span role="status" className="sr-only">
        {copied && "Copied"}
      </span>
    </>
  );
}

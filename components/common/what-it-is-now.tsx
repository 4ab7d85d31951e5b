import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";

/** In a form after a conflict: what somebody else made of the record meanwhile. What was typed stays beside it. */
export function WhatItIsNow({ children }: { children: ReactNode }) {
  return (
    <Alert tone="warning" title="What it is now">
      {children}
    </Alert>
  );
}

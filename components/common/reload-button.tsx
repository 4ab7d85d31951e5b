"use client";

import { buttonLook } from "@/components/ui/button-look";

export function ReloadButton() {
  return (
    <button
      type="button"
      onClick={() => window.location.reload()}
      className={buttonLook({ variant: "primary", size: "lg" })}
    >
      Reload Page
    </button>
  );
}

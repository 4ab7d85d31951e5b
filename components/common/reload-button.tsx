"use client";

import { buttonClasses } from "@/components/ui/button-style";

/** Renders the button that reloads the page after an error. */
export function ReloadButton() {
  return (
    <button
      type="button"
      onClick={() => window.location.reload()}
      className={buttonClasses({ variant: "primary", size: "lg" })}
    >
      Reload Page
    </button>
  );
}

import { clsx } from "clsx";

/** Draws the logo, a river between two banks, as in app/icon.svg. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={clsx("shrink-0", className ?? "size-9")} aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#0a6650" />
      <path
        d="M6 21.5c4-5.6 7-5.6 10-2.4s6 3.2 10-2.4"
        fill="none"
        stroke="#8fe6c9"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M6 14.5c4-5.6 7-5.6 10-2.4s6 3.2 10-2.4"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Renders the logo with the product name. `compact` hides the name visually. */
export function Logo({ compact: isCompact = false }: { compact?: boolean }) {
  return (
    <span className="flex items-center gap-3">
      <LogoMark />
      <span className={isCompact ? "sr-only" : "leading-tight"}>
        <span className="block text-base font-extrabold tracking-tight">Cross River Pay</span>
        <span className="block text-xs font-medium text-muted">Back office</span>
      </span>
    </span>
  );
}

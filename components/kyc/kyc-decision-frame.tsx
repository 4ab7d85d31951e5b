"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import type { KycDetails } from "@/lib/contract/kyc";

/** Props of the forms that approve, reject or return an identity request. */
export type KycDecisionFormProps<Decision> = {
  request: KycDetails;
  decision: Decision;
  /** Version of the identity request that the reviewer saw when choosing the decision. */
  version: number;
  /** `shouldKeepText`: true if the typed text is kept for the next time the decision opens. */
  onClose: (shouldKeepText: boolean) => void;
  /** Opens the next identity request; undefined if there is none. */
  onNext?: () => void;
};

type FrameProps = {
  title: string;
  consequence: string;
  /** True while the decision is being sent: the panel can't be closed. */
  locked: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Renders the form of a decision as a non-modal dialog, so that the documents stay usable. */
export function KycDecisionFrame({ title, consequence, locked: isLocked, onClose, children }: FrameProps) {
  const element = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    // Focuses the first field, or the submit button if there is none.
    const first = element.current?.querySelector<HTMLElement>("input, select, textarea, [data-first]");
    first?.focus({ preventScroll: true });
    // Moves the focus to the page, because unmounting removes the focused element.
    return () => {
      if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={element}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-consequence`}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isLocked) return;
        event.preventDefault();
        onClose();
      }}
      className="space-y-3"
    >
      <div>
        <h2 id={`${id}-title`} className="font-bold text-balance">
          {title}
        </h2>
        <p id={`${id}-consequence`} className="text-sm text-muted">
          {consequence}
        </p>
      </div>
      {children}
    </div>
  );
}

"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import type { KycSingle } from "@/lib/contract/kyc";

export type DecisionProps<Decision> = {
  request: KycSingle;
  decision: Decision;
  /** The one that the officer was looking at when they chose. */
  version: number;
  /** `keepsText`: what was typed is there again the next time. */
  onClose: (keepsText: boolean) => void;
  /** Opens the next case; absent where nothing waits. */
  onNext?: () => void;
};

type FrameProps = {
  title: string;
  consequence: string;
  /** Stays while something is under way. */
  locked: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The frame of a decision: a dialog that leaves the rest of the page in use, so that the documents can be looked at. */
export function KycDecisionFrame({ title, consequence, locked, onClose, children }: FrameProps) {
  const element = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    // The first thing that has to be filled in, else what sends it.
    const first = element.current?.querySelector<HTMLElement>("input, select, textarea, [data-first]");
    first?.focus({ preventScroll: true });
    // What had the focus is gone with the panel.
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
        if (event.key !== "Escape" || locked) return;
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

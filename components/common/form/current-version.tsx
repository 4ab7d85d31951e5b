import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";

/** In a form after a conflict: what somebody else made of the record in the meantime. What was typed stays beside it. */
export function WhatItIsNow({ children }: { children: ReactNode }) {
  return (
    <Alert tone="warning" title="Current version">
      {children}
    </Alert>
  );
}

/** What a record says of itself, each with its label and in words. */
export type Facts<T> = readonly (readonly [label: string, words: (record: T) => string])[];

/** The same as the difference to what the form began with; the next press saves over it. */
export function WhatChanged<T>({ facts, base, newer }: { facts: Facts<T>; base: T; newer: T }) {
  const changed = facts.filter(([, words]) => words(base) !== words(newer));
  return (
    <WhatItIsNow>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {changed.map(([label, words]) => (
          <li key={label}>
            {label}: {words(newer)}; it was {words(base)}
          </li>
        ))}
        {changed.length === 0 && <li>What it says is the same as when you opened it.</li>}
      </ul>
      <p className="mt-2 font-normal">What you typed is still here. Saving now puts it in place of the above.</p>
    </WhatItIsNow>
  );
}

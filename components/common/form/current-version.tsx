import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";

/** Shows the current version of a record above a form after an edit conflict. The form keeps the admin's input. */
export function CurrentVersionNotice({ children }: { children: ReactNode }) {
  return (
    <Alert tone="warning" title="Current version">
      {children}
    </Alert>
  );
}

/** Fields compared after an edit conflict: the label, and a function that formats the record's value. */
export type ComparedFields<T> = readonly (readonly [label: string, words: (record: T) => string])[];

/** Lists what another admin changed since the form was opened. The next submit overwrites these changes. */
export function ConflictChanges<T>({ facts, base, newer }: { facts: ComparedFields<T>; base: T; newer: T }) {
  const changed = facts.filter(([, toText]) => toText(base) !== toText(newer));
  return (
    <CurrentVersionNotice>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {changed.map(([label, toText]) => (
          <li key={label}>
            {label}: {toText(newer)}; it was {toText(base)}
          </li>
        ))}
        {changed.length === 0 && <li>Its content is the same as when you opened it.</li>}
      </ul>
      <p className="mt-2 font-normal">What you typed is still here. Saving now overwrites the current version.</p>
    </CurrentVersionNotice>
  );
}

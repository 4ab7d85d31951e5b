import { Fragment, type ReactNode } from "react";

/** A label with its value; false where there is nothing to say. */
export type Fact = readonly [label: string, value: ReactNode] | false;

/** Labels with their values beside them, each pair on one line. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(11rem)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm max-sm:grid-cols-[fit-content(8.5rem)_minmax(0,1fr)]">
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact[0]}>
              <dt className="text-muted">{fact[0]}</dt>
              <dd className="min-w-0 font-medium break-words tabular-nums">{fact[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

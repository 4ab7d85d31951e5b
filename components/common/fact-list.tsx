import { clsx } from "clsx";
import { Fragment, type ReactNode } from "react";

/** A label with its value; false where there is nothing to say. */
export type Fact = readonly [label: string, value: ReactNode] | false;

/** Labels with their values beside them, each pair on one line. @param dense closer together, where much has to be in view */
export function FactList({ facts, dense = false }: { facts: readonly Fact[]; dense?: boolean }) {
  return (
    <dl
      className={clsx(
        "grid grid-cols-[fit-content(11rem)_minmax(0,1fr)] items-baseline gap-x-4 text-sm max-sm:grid-cols-[fit-content(8.5rem)_minmax(0,1fr)]",
        dense ? "gap-y-1.5" : "gap-y-2",
      )}
    >
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

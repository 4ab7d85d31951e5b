import { clsx } from "clsx";
import { Fragment, type ReactNode } from "react";
import { FreeText } from "@/components/common/free-text";

/** A label with its value. `false` renders nothing, for conditional facts. */
export type LabelledFact = readonly [label: string, value: ReactNode] | false;

/** Renders labels with their values, one pair per line. @param dense true for smaller gaps */
export function FactList({ facts, dense: isDense = false }: { facts: readonly LabelledFact[]; dense?: boolean }) {
  return (
    <dl
      className={clsx(
        "grid grid-cols-[fit-content(11rem)_minmax(0,1fr)] items-baseline gap-x-4 text-sm max-sm:grid-cols-[fit-content(8.5rem)_minmax(0,1fr)]",
        isDense ? "gap-y-1.5" : "gap-y-2",
      )}
    >
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact[0]}>
              <dt className="text-muted">{fact[0]}</dt>
              <FreeText as="dd" className="font-medium tabular-nums">
                {fact[1]}
              </FreeText>
            </Fragment>
          ),
      )}
    </dl>
  );
}

import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

type SetUpTableProps = {
  label: string;
  /** The last one is of the buttons, and is for screen readers alone. */
  heads: readonly string[];
  children: ReactNode;
};

/** A short table of the set-up that is read as a whole: no paging, no filters. On a phone each row is a block. */
export function SetUpTable({ label, heads, children }: SetUpTableProps) {
  return (
    <Card>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg -outline-offset-2"
      >
        <table aria-label={label} className="w-full text-sm max-md:block">
          <thead className="max-md:hidden">
            <tr className="border-b border-border text-left text-xs text-muted">
              {heads.map((head, index) => (
                <th key={head} scope="col" className="px-3 py-2.5 font-semibold first:pl-5 last:pr-5">
                  {index === heads.length - 1 ? <span className="sr-only">{head}</span> : head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">{children}</tbody>
        </table>
      </section>
    </Card>
  );
}

/** On a phone, where there is no table head, a line of its own with its name before it. */
export function SetUpCell({ head, children }: { head: string; children: ReactNode }) {
  return (
    <td className="px-3 py-2.5 align-top tabular-nums max-md:flex max-md:justify-between max-md:gap-6 max-md:px-5 max-md:py-1">
      <span className="shrink-0 text-muted md:hidden">{head}</span>
      <div className="max-md:text-right">{children}</div>
    </td>
  );
}

/** What a row can be done to, at its end. */
export function SetUpActions({ children }: { children: ReactNode }) {
  return (
    <td className="px-3 py-1.5 pr-5 align-top max-md:block max-md:px-5 max-md:pt-2">
      <div className="flex items-center justify-end gap-1">{children}</div>
    </td>
  );
}

export const setUpRow = "border-b border-border last:border-b-0 max-md:block max-md:py-3";

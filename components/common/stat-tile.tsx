import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { PercentChange } from "./history/percent-change";

type StatTileProps = {
  label: string;
  value: ReactNode;
  /** Link to the filtered list whose rows the number counts. */
  href?: string;
  note?: ReactNode;
  tone?: "neutral" | "warning" | "danger";
  /** Value of this period and of the previous one, shown as a change in percent. */
  change?: { now: number; before: number };
};

const TONES = { neutral: "", warning: "text-warning", danger: "text-danger" };

type StatTilesProps = {
  as?: "div" | "ul";
  /** True for one tile per row on a phone. */
  wide?: boolean;
  className?: string;
  children: ReactNode;
};

/** Lays out tiles so that every row is full: five tiles become rows of three and two, or one row of five. */
export const StatTiles = ({ as: Tag = "div", wide: isWide = false, className, children }: StatTilesProps) => (
  <Tag className={clsx("stat-tiles", isWide && "max-sm:*:basis-full", className)}>{children}</Tag>
);

/** Shows one number. The whole tile links to the list whose rows the number counts. */
export function StatTile({ label, value, href, note, tone = "neutral", change }: StatTileProps) {
  return (
    <Card className={clsx("relative p-5 max-md:p-4", href && "transition-colors hover:border-control")}>
      <h2 className="text-sm font-semibold text-muted">
        {href ? (
          <HoverLink
            href={href}
            className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-primary"
          >
            {label}
          </HoverLink>
        ) : (
          label
        )}
      </h2>
      <p className={clsx("mt-2 text-3xl font-extrabold tracking-tight max-md:text-2xl", TONES[tone])}>{value}</p>
      {(note || change) && (
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          {change && <PercentChange {...change} />}
          {note}
        </p>
      )}
    </Card>
  );
}

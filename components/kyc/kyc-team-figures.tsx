"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, Suspense, useState } from "react";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { KycFigures } from "@/lib/contract/kyc-figures";
import { formatCount, formatMinutes, formatTotal } from "@/lib/format";
import { kycStatsQuery } from "@/lib/queries/kyc-work";
import { formatMedianDuration } from "./kyc-words";

const KycPeriodFigures = lazyWithPreload(() => import("./kyc-period-figures"), "KycPeriodFigures");

const LIST_URL = "/dashboard/kyc-management";

/** Shows the team's review figures: waiting and late requests, duration of decisions, and decisions per reviewer. */
export function KycTeamFigures() {
  const { data } = useQuery(kycStatsQuery());
  const [open, setOpen] = useState(false);
  if (!data) return null;
  return (
    <Card className="mb-5 px-5 py-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <FigureTile label="Waiting" href={`${LIST_URL}?state=pending,in_review`} note="in progress">
          {formatTotal(data.waiting, data.waiting_is_capped)}
        </FigureTile>
        <FigureTile
          label="Late"
          href={`${LIST_URL}?late=true`}
          note={`target ${formatMinutes(data.target_hours * 60)}`}
          tone={data.late > 0 ? "text-danger" : undefined}
        >
          {formatTotal(data.late, data.late_is_capped)}
        </FigureTile>
        <FigureTile label="Median time to a decision" note="last 7 days">
          {formatMedianDuration(data.median_minutes)}
        </FigureTile>
        <FigureTile label="Decisions today" note={`${formatCount(decidedCount(data.team.seven_days))} in 7 days`}>
          {formatCount(decidedCount(data.team.today))}
        </FigureTile>
      </dl>
      <details
        className="mt-3 border-t border-border pt-2 text-sm"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-primary">
          Figures of the day
        </summary>
        {open && (
          <Suspense>
            <div className="mt-1 grid gap-x-8 gap-y-4 xl:grid-cols-2">
              <KycPeriodFigures title="Today" period="today" stats={data} />
              <KycPeriodFigures title="Last 7 days" period="seven_days" stats={data} />
            </div>
          </Suspense>
        )}
      </details>
    </Card>
  );
}

const decidedCount = ({ approved, rejected, sent_back }: KycFigures) => approved + rejected + sent_back;

type FigureTileProps = { label: string; note: string; href?: string; tone?: string; children: ReactNode };

function FigureTile({ label, note, href, tone, children }: FigureTileProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold text-muted">
        {href ? (
          <HoverLink href={href} className="rounded-sm text-primary underline-offset-4 hover:underline">
            {label}
          </HoverLink>
        ) : (
          label
        )}
      </dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className={clsx("text-xl font-extrabold tracking-tight tabular-nums", tone)}>{children}</span>
        <span className="text-sm text-muted">{note}</span>
      </dd>
    </div>
  );
}

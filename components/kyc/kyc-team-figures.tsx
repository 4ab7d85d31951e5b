"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { KycStats } from "@/lib/contract/kyc-figures";
import { formatCount, formatMinutes, formatTotal } from "@/lib/format";
import { kycStatsQuery } from "@/lib/queries/kyc-review";

const LIST = "/dashboard/kyc-management";

/** How the team is doing: what waits, what is late, how long a decision takes, who decides how many. */
export function KycTeamFigures() {
  const { data } = useQuery(kycStatsQuery());
  if (!data) return null;
  const sum = (days: "today" | "seven_days") => data.officers.reduce((total, officer) => total + officer[days], 0);
  return (
    <Card className="mb-5 px-5 py-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <Figure label="Waiting" href={`${LIST}?state=pending,in_review`} note="in progress">
          {formatTotal(data.waiting, data.waiting_is_capped)}
        </Figure>
        <Figure
          label="Late"
          href={`${LIST}?late=true`}
          note={`target ${formatMinutes(data.target_hours * 60)}`}
          tone={data.late > 0 ? "text-danger" : undefined}
        >
          {formatTotal(data.late, data.late_is_capped)}
        </Figure>
        <Figure label="Median time to a decision" note="last 7 days">
          {data.median_minutes === null ? "–" : formatMinutes(data.median_minutes)}
        </Figure>
        <Figure label="Decisions today" note={`${formatCount(sum("seven_days"))} in 7 days`}>
          {formatCount(sum("today"))}
        </Figure>
      </dl>
      {data.officers.length > 0 && (
        <details className="mt-3 border-t border-border pt-2 text-sm">
          <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-primary">
            Decisions by officer
          </summary>
          <Officers officers={data.officers} />
        </details>
      )}
    </Card>
  );
}

type FigureProps = { label: string; note: string; href?: string; tone?: string; children: ReactNode };

function Figure({ label, note, href, tone, children }: FigureProps) {
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

function Officers({ officers }: Pick<KycStats, "officers">) {
  return (
    <ul className="mt-1 max-w-md divide-y divide-border">
      {officers.map(({ officer, today, seven_days }) => (
        <li key={officer.id} className="flex justify-between gap-4 py-1.5">
          <span className="font-medium">{officer.name}</span>
          <span className="text-muted tabular-nums">
            {formatCount(today)} today, {formatCount(seven_days)} in 7 days
          </span>
        </li>
      ))}
    </ul>
  );
}

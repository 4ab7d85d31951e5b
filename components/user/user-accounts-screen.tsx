"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailedCard } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { allRowsUrl } from "@/lib/contract/list.values";
import { recordUrl } from "@/lib/contract/records";
import type { UserRow } from "@/lib/contract/user";
import { NEW_USER_DAYS } from "@/lib/contract/user.values";
import { formatCount, lagosDayBefore } from "@/lib/format";
import { userStatsQuery } from "@/lib/queries/user";
import { UserCountBreakdown } from "./distribution-list";
import { USERS_URL } from "./user-words";

/** Renders figures about all users, and the newest users. Each number links to the list of users that it counts. */
export function UserAccountsScreen() {
  const { data, error, isFetching, refetch } = useQuery(userStatsQuery());
  if (error && !data) return <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />;
  if (!data) return null;
  const countOf = (status: string) => data.statuses.find((each) => each.status === status)?.users ?? 0;
  return (
    <>
      <h2 className="sr-only">Figures</h2>
      <StatTiles className="mb-5">
        <StatTile label="Users" value={formatCount(data.total)} href={allRowsUrl(USERS_URL)} />
        <StatTile
          label={`New in ${NEW_USER_DAYS} days`}
          value={formatCount(data.new_30_days)}
          href={`${USERS_URL}?joined_from=${lagosDayBefore(NEW_USER_DAYS - 1)}`}
          change={{ now: data.new_30_days, before: data.previous_30_days }}
        />
        <StatTile label="Active" value={formatCount(countOf("active"))} href={`${USERS_URL}?status=active`} />
        <StatTile
          label="Restricted"
          value={formatCount(countOf("restricted"))}
          href={`${USERS_URL}?status=restricted`}
        />
        <StatTile label="Suspended" value={formatCount(countOf("suspended"))} href={`${USERS_URL}?status=suspended`} />
      </StatTiles>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="space-y-5">
          <Card>
            <CardHeader title="By tier" />
            <UserCountBreakdown
              rows={data.tiers.map(({ tier, users }) => ({
                label: `Tier ${tier}`,
                users,
                href: `${USERS_URL}?tier=${tier}`,
              }))}
            />
          </Card>
          <NewestUsers users={data.newest} />
        </div>
        <Card>
          <CardHeader title="By LGA" />
          <UserCountBreakdown
            rows={data.lgas.map(({ lga, users }) => ({
              label: lga,
              users,
              href: `${USERS_URL}?lga=${encodeURIComponent(lga)}`,
            }))}
          />
        </Card>
      </div>
    </>
  );
}

function NewestUsers({ users }: { users: readonly UserRow[] }) {
  return (
    <Card>
      <CardHeader title="Newest users" />
      <ul className="px-5 pb-4 text-sm">
        {users.map(({ id, name, lga, status, joined_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-border py-2">
            <HoverLink href={recordUrl("user", id)} className="rounded-sm font-semibold text-primary hover:underline">
              {name}
            </HoverLink>
            {status !== "active" && <StatusBadge status={status} />}
            <span className="text-muted">{lga}</span>
            <span className="ml-auto text-muted">
              <DateTime at={joined_at} />
            </span>
          </li>
        ))}
        {users.length === 0 && <li className="text-muted">Nobody has opened an account yet.</li>}
      </ul>
    </Card>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailedCard } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { PERMISSION_FLAGS } from "@/lib/contract/access";
import { allRowsUrl } from "@/lib/contract/list.values";
import { formatCount, titleCase } from "@/lib/format";
import { adminAndRoleStatsQuery } from "@/lib/queries/rp-set-up";
import { ADMINS_URL, ROLES_URL } from "./rp-tabs";

/** Shows the number of admins and of holders of each right; every number links to the filtered list. */
export function RightsStatsScreen() {
  const { data, error, isFetching, refetch } = useQuery(adminAndRoleStatsQuery());
  return (
    <>
      {error && !data && <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />}
      {data && (
        <>
          <StatTiles className="mb-5">
            <StatTile label="Active" value={formatCount(data.active)} href={`${ADMINS_URL}?status=active`} />
            <StatTile label="Invited" value={formatCount(data.invited)} href={`${ADMINS_URL}?status=invited`} />
            <StatTile label="Suspended" value={formatCount(data.suspended)} href={`${ADMINS_URL}?status=suspended`} />
            <StatTile
              label="Full administrators"
              value={formatCount(data.full)}
              href={`${ADMINS_URL}?full=true`}
              tone={data.full < 2 ? "warning" : "neutral"}
              note={data.full < 2 ? "A second one could approve requests and act as a deputy" : undefined}
            />
            <StatTile label="Roles" value={formatCount(data.roles)} href={allRowsUrl(ROLES_URL)} />
          </StatTiles>
          <Card>
            <CardHeader
              title="Who may do what"
              description="Active admins with each right. A number opens their list."
            />
            <AdminsPerRight features={data.features} />
          </Card>
        </>
      )}
    </>
  );
}

type FeatureStats = { name: string; admins: Record<(typeof PERMISSION_FLAGS)[number], number> }[];

function AdminsPerRight({ features }: { features: FeatureStats }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section aria-label="Who may do what" tabIndex={0} className="overflow-x-auto rounded-b-lg -outline-offset-2">
      <table className="w-full text-sm max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-border text-xs text-muted">
            <th scope="col" className="sticky left-0 bg-surface px-5 py-2 text-left font-semibold">
              Feature
            </th>
            {PERMISSION_FLAGS.map((flag) => (
              <th key={flag} scope="col" className="px-3 py-2 text-right font-semibold last:pr-5">
                {titleCase(flag)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {features.map(({ name, admins }) => (
            <tr
              key={name}
              className="border-b border-border last:border-b-0 max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-6 max-sm:px-5 max-sm:py-2"
            >
              <th
                scope="row"
                className="sticky left-0 max-w-40 min-w-36 bg-surface px-5 py-1.5 text-left font-semibold max-sm:static max-sm:col-span-3 max-sm:max-w-none max-sm:px-0 md:max-w-none"
              >
                {name}
              </th>
              {PERMISSION_FLAGS.map((flag) => (
                <td
                  key={flag}
                  className="px-3 py-1.5 text-right tabular-nums last:pr-5 max-sm:flex max-sm:justify-between max-sm:px-0!"
                >
                  <span className="text-muted sm:hidden" aria-hidden="true">
                    {titleCase(flag)}
                  </span>
                  {admins[flag] === 0 ? (
                    <span className="text-muted">0</span>
                  ) : (
                    <Link
                      href={`${ADMINS_URL}?may=${encodeURIComponent(`${name}:${flag}`)}`}
                      prefetch={false}
                      aria-label={`${admins[flag]} may ${flag} in ${name}`}
                      className="-m-1.5 inline-block min-w-7 rounded-sm p-1.5 font-semibold text-primary underline-offset-4 hover:underline"
                    >
                      {formatCount(admins[flag])}
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import type { ReactNode } from "react";
import { Ago } from "@/components/common/ago";
import { CopyButton } from "@/components/common/copy-button";
import { DateTime } from "@/components/common/date-time";
import { Card, CardHeader } from "@/components/ui/card";
import { TIER_LIMITS } from "@/lib/contract/kyc.values";
import type { UserSingle } from "@/lib/contract/user";
import { formatDay, formatMoney, titleCase } from "@/lib/format";

/** Who somebody is, and what their tier allows. */
export function UserProfile({ user }: { user: UserSingle }) {
  const limits = TIER_LIMITS[user.tier as keyof typeof TIER_LIMITS];
  const never = <span className="text-muted">Never</span>;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Facts
        title="Person"
        facts={[
          ["First name", user.first_name],
          ["Middle name", user.middle_name || "–"],
          ["Last name", user.last_name],
          ["Date of birth", formatDay(user.date_of_birth)],
          ["Gender", titleCase(user.gender)],
          ["Address", user.address],
          ["LGA", user.lga],
        ]}
      />
      <div className="space-y-5">
        <Facts
          title="Account"
          facts={[
            ["Email", <Copied key="email" value={user.email} what="email" />],
            ["Phone", <Copied key="phone" value={user.phone} what="phone" />],
            ["User id", <Copied key="id" value={user.id} what="user id" />],
            ["Joined", <DateTime key="joined" at={user.joined_at} />],
            ["Last seen", user.last_seen_at ? <Ago key="seen" at={user.last_seen_at} /> : never],
            ["App signed out", user.sessions_reset_at ? <DateTime key="out" at={user.sessions_reset_at} /> : never],
          ]}
        />
        <Facts
          title={`Limits of tier ${user.tier}`}
          facts={[
            ["Daily limit", formatMoney(limits.daily)],
            ["Highest balance", limits.balance === null ? "No limit" : formatMoney(limits.balance)],
          ]}
        />
      </div>
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Card>
      <CardHeader title={title} />
      <dl className="px-5 pb-4 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="flex items-center gap-4 border-t border-border py-2">
            <dt className="w-40 shrink-0 text-muted max-md:w-28">{term}</dt>
            <dd className="min-w-0 font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Copied({ value, what }: { value: string; what: string }) {
  return (
    <span className="-my-1 flex items-center gap-1">
      <span className="break-all">{value}</span>
      <CopyButton value={value} label={`Copy ${what}`} />
    </span>
  );
}

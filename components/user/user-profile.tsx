import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList, type LabelledFact } from "@/components/common/fact-list";
import { RelativeTime } from "@/components/common/relative-time";
import { Card, CardHeader } from "@/components/ui/card";
import type { UserDetails } from "@/lib/contract/user";
import { formatDay, formatMoney, titleCase } from "@/lib/format";
import { languageName } from "./user-words";

/** Renders a user's contact details and tier limits; personal details are collapsed. */
export function UserProfile({ user }: { user: UserDetails }) {
  const never = <span className="text-muted">Never</span>;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <FactsCard
        title="Account"
        facts={[
          ["Email", <CopyableText key="email" value={user.email} what="email" />],
          ["Phone", <CopyableText key="phone" value={user.phone} what="phone" />],
          ["Phone verified", user.phone_verified_at ? <DateTime key="verified" at={user.phone_verified_at} /> : never],
          ["LGA", user.lga],
          ["Language of the app", languageName(user.language)],
          ["Joined", <DateTime key="joined" at={user.joined_at} />],
          user.opened_by !== null && [
            "Id in the app",
            <CopyableText key="external" value={user.opened_by.external_id} what="id in the app" />,
          ],
          ["Last seen", user.last_seen_at ? <RelativeTime key="seen" at={user.last_seen_at} /> : never],
          ["App signed out", user.sessions_reset_at ? <DateTime key="out" at={user.sessions_reset_at} /> : never],
        ]}
      />
      <div className="space-y-5">
        <FactsCard
          title={`Limits of tier ${user.tier}`}
          facts={[
            ["Daily limit", formatMoney(user.limits.daily_debit)],
            ["Used today", formatMoney(user.used.daily_debit)],
            ["Left today", formatMoney(user.left.daily_debit)],
            user.reserved > 0 && ["Reserved for withdrawals", formatMoney(user.reserved)],
            ["Highest balance", user.limits.balance === null ? "No limit" : formatMoney(user.limits.balance)],
            user.left.balance !== null && ["Can still take", formatMoney(user.left.balance)],
          ]}
        />
        <Card>
          <details>
            <summary className="cursor-pointer rounded-lg px-5 py-4 text-base font-bold">
              Identity details and id
            </summary>
            <div className="px-5 pb-4">
              <FactList
                facts={[
                  ["First name", user.first_name],
                  ["Middle name", user.middle_name || "–"],
                  ["Last name", user.last_name],
                  ["Date of birth", formatDay(user.date_of_birth)],
                  ["Gender", titleCase(user.gender)],
                  ["Address", user.address],
                  ["User id", <CopyableText key="id" value={user.id} what="user id" />],
                ]}
              />
            </div>
          </details>
        </Card>
      </div>
    </div>
  );
}

const FactsCard = ({ title, facts }: { title: string; facts: readonly LabelledFact[] }) => (
  <Card>
    <CardHeader title={title} />
    <div className="px-5 pb-4">
      <FactList facts={facts} />
    </div>
  </Card>
);

import { type ShareOfTotal, ShareOfTotalLine, ShareOfTotalList, ShareOfTotalSum } from "@/components/common/share-list";
import { Card, CardHeader } from "@/components/ui/card";
import type { TransactionOverview } from "@/lib/contract/transaction";
import {
  FAILED_TRANSACTION_STATES,
  OPEN_TRANSACTION_STATES,
  SETTLED_TRANSACTION_STATES,
  type TransactionState,
} from "@/lib/contract/transaction.values";
import { transactionLabel } from "./transaction-words";

type OverviewSlices = TransactionOverview["by_type"];
type SharesProps = { title: string; hrefOf: (name: string) => string; slices: OverviewSlices };

const EMPTY_TEXT = "Nothing in this period.";

/** Shows how a period's payment volume splits by type or channel, compared with the period before. */
export const TransactionVolumeShares = ({ title, ...shareProps }: SharesProps) => (
  <ShareOfTotalList title={title} empty={EMPTY_TEXT} shares={sharesOf(shareProps)} />
);

const OUTCOME_GROUPS: { title: string; note: string; states: readonly TransactionState[] }[] = [
  { title: "Paid", note: "The volume", states: SETTLED_TRANSACTION_STATES },
  { title: "Not paid", note: "Failed or expired", states: FAILED_TRANSACTION_STATES },
  { title: "In progress", note: "Created in this period", states: OPEN_TRANSACTION_STATES },
];

/** Groups transactions by outcome. Shows no bars for single states, because several states count as paid, such as "Dispute won". */
export function TransactionOutcomes({ title, ...shareProps }: SharesProps) {
  const shares = sharesOf(shareProps);
  const groups = OUTCOME_GROUPS.map(({ states, ...group }) => ({
    ...group,
    shares: shares.filter(({ key }) => states.some((state) => state === key)),
  }));
  return (
    <Card>
      <CardHeader title={title} />
      <div className="space-y-5 px-5 pb-5 text-sm">
        {shares.length === 0 && <p className="text-muted">{EMPTY_TEXT}</p>}
        {groups
          .filter((group) => group.shares.length > 0)
          .map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h3 className="mb-2 font-semibold">
                {group.title} <span className="font-normal text-muted">{group.note}</span>
              </h3>
              <ul className="space-y-3">
                {group.shares.map((share) => (
                  <ShareOfTotalLine key={share.key} share={share} />
                ))}
              </ul>
              <ShareOfTotalSum shares={group.shares} />
            </section>
          ))}
      </div>
    </Card>
  );
}

const sharesOf = ({ slices, hrefOf }: Omit<SharesProps, "title">): ShareOfTotal[] =>
  slices.map(({ name, volume, count, volume_before }) => ({
    key: name,
    label: transactionLabel(name),
    count,
    amount: volume,
    href: hrefOf(name),
    before: volume_before,
  }));

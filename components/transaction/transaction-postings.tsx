import { DateTime } from "@/components/common/date-time";
import { PostingsTable } from "@/components/common/postings-table";
import { Card, CardHeader } from "@/components/ui/card";
import type { TransactionDetails } from "@/lib/contract/transaction";

/** Lists the transaction's ledger entries, each with all of its postings. */
export function TransactionPostings({ transaction }: { transaction: TransactionDetails }) {
  const { postings, refunds } = transaction;
  return (
    <Card>
      <CardHeader
        title="Ledger postings"
        description={refunds.length ? "See each refund for its postings." : undefined}
      />
      {postings.length === 0 ? (
        <p className="px-5 pb-5 text-muted">No money has moved.</p>
      ) : (
        <div className="px-5 pb-4">
          <PostingsTable
            caption={<span className="sr-only">Postings of {transaction.reference}</span>}
            postings={postings.map(({ entry_id, name, amount, posted_at }, index) => ({
              key: `${entry_id} ${index}`,
              name,
              amount,
              detail: <DateTime at={posted_at} />,
            }))}
          />
        </div>
      )}
    </Card>
  );
}

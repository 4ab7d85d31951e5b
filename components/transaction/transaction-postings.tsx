import { DateTime } from "@/components/common/date-time";
import { Card, CardHeader } from "@/components/ui/card";
import type { TransactionSingle } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";

/** What it did to the ledger: each entry with both sides. */
export function TransactionPostings({ transaction }: { transaction: TransactionSingle }) {
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
          <table className="w-full text-sm tabular-nums">
            <caption className="sr-only">Postings of {transaction.reference}</caption>
            <thead>
              <tr className="text-muted">
                <th scope="col" className="py-1.5 text-left font-semibold">
                  Account
                </th>
                <th scope="col" className="py-1.5 text-right font-semibold">
                  Debit
                </th>
                <th scope="col" className="py-1.5 text-right font-semibold">
                  Credit
                </th>
              </tr>
            </thead>
            <tbody>
              {postings.map((posting, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an entry's postings never change their order
                <tr key={`${posting.entry_id} ${index}`} className="border-t border-border align-top">
                  <th scope="row" className="py-2 pr-2 text-left font-medium">
                    {posting.name}
                    <span className="block text-xs font-normal text-muted">
                      <DateTime at={posting.posted_at} />
                    </span>
                  </th>
                  <td className="py-2 pl-2 text-right">{posting.amount < 0 && formatMoney(-posting.amount)}</td>
                  <td className="py-2 pl-2 text-right">{posting.amount > 0 && formatMoney(posting.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

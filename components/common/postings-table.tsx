import type { ReactNode } from "react";
import { formatMoney } from "@/lib/format";

/** Posting of a ledger entry. `amount` is in kobo; a debit is negative. */
type Posting = { key: string; name: string; detail?: ReactNode; amount: number };

const HEAD_CLASS = "py-1.5 text-right font-semibold";
const AMOUNT_CLASS = "py-2 pl-2 text-right";

/** Renders the debits and credits of ledger entries. `total` adds a row with their sums, which are equal. */
export function PostingsTable({
  caption,
  postings,
  total,
}: {
  caption: ReactNode;
  postings: readonly Posting[];
  total?: boolean;
}) {
  const sum = postings.reduce((debits, { amount }) => debits + Math.max(amount, 0), 0);
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="text-left">{caption}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-1.5 text-left font-semibold">
            Account
          </th>
          <th scope="col" className={HEAD_CLASS}>
            Debit
          </th>
          <th scope="col" className={HEAD_CLASS}>
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {postings.map(({ key, name, detail, amount }) => (
          <tr key={key} className="border-t border-border align-top">
            <th scope="row" className="py-2 pr-2 text-left font-medium">
              {name}
              {detail && <span className="block text-xs font-normal text-muted">{detail}</span>}
            </th>
            <td className={AMOUNT_CLASS}>{amount < 0 && formatMoney(-amount)}</td>
            <td className={AMOUNT_CLASS}>{amount > 0 && formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr className="border-t border-border font-bold">
            <th scope="row" className="py-2 text-left">
              Total
            </th>
            <td className={AMOUNT_CLASS}>{formatMoney(sum)}</td>
            <td className={AMOUNT_CLASS}>{formatMoney(sum)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

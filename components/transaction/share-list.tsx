import { ShareList as Shares } from "@/components/common/share-list";
import type { TransactionOverview } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { wordsOf } from "./transaction-words";

type ShareListProps = {
  title: string;
  hrefOf: (name: string) => string;
  slices: TransactionOverview["by_type"];
};

/** How the volume of some days spreads over types, channels or states, against the days before. */
export function ShareList({ title, hrefOf, slices }: ShareListProps) {
  return (
    <Shares
      title={title}
      empty="Nothing in these days."
      shares={slices.map(({ name, volume, count, volume_before }) => ({
        key: name,
        label: wordsOf(name),
        count,
        size: volume,
        words: formatMoney(volume),
        href: hrefOf(name),
        before: { size: volume_before, words: formatMoney(volume_before) },
      }))}
    />
  );
}

import { ShareList as Shares } from "@/components/common/share-list";
import { formatMoney } from "@/lib/format";
import { wordsOf } from "./transaction-words";

type Slice = { name: string; volume: number; count: number };
type ShareListProps = { title: string; hrefOf: (name: string) => string; slices: readonly Slice[] };

/** How the volume of some days spreads over types, channels or states. */
export function ShareList({ title, hrefOf, slices }: ShareListProps) {
  return (
    <Shares
      title={title}
      empty="Nothing in these days."
      shares={slices.map(({ name, volume, count }) => ({
        key: name,
        label: wordsOf(name),
        count,
        size: volume,
        words: formatMoney(volume),
        href: hrefOf(name),
      }))}
    />
  );
}

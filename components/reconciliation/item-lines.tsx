import { FreeText } from "@/components/common/free-text";
import { Money } from "@/components/common/money";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import { RECONCILIATION_SIDES } from "@/lib/contract/reconciliation.values";
import type { ReconciliationItemDetails, ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { RECONCILIATION_KIND_WORDS, RECONCILIATION_SIDE_WORDS } from "@/lib/contract/reconciliation-items.values";
import { formatDay } from "@/lib/format";
import { itemSumsBySide } from "./item-sums";

/** CSS classes of links in the drawer of a reconciliation item. */
export const ITEM_LINK_CLASS = "rounded-sm text-primary hover:underline";

type ItemLineProps = { item: ReconciliationItemRow; currentId: number; onMatch?: () => void };

/** Shows a reconciliation item in two lines, with a link that opens the item. */
function ItemLine({ item, currentId, onMatch }: ItemLineProps) {
  const { addressOf } = useRecordInUrl("item");
  const name = `Item ${item.id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-border border-t py-2 first:border-t-0">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium">
          {item.id === currentId ? (
            <>{name} (this one)</>
          ) : (
            <HoverLink href={addressOf(String(item.id))} className={ITEM_LINK_CLASS}>
              {name}
            </HoverLink>
          )}
          <span className="text-muted">
            {" "}
            · {RECONCILIATION_KIND_WORDS[item.kind]} · {formatDay(item.day)}
          </span>
        </span>
        <FreeText>
          <span className="text-muted">
            {[item.reference ?? item.provider_reference, item.narration].filter(Boolean).join(" · ") || "–"}
          </span>
        </FreeText>
      </span>
      <Money kobo={item.amount} className="font-semibold" />
      {onMatch && (
        <Button size="sm" onClick={onMatch}>
          Match
        </Button>
      )}
    </li>
  );
}

type ItemLinesProps = {
  title: string;
  items: readonly ReconciliationItemRow[];
  currentId: number;
  /** Total number of items, if the list shows only some of them. */
  total?: number;
  onMatch?: (item: ReconciliationItemRow) => void;
};

/** Lists reconciliation items under a title; renders nothing if there are none. */
export function ReconciliationItemList({ title, items, currentId, total = items.length, onMatch }: ItemLinesProps) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-bold">{title}</h3>
      <ul className="text-sm">
        {items.map((item) => (
          <ItemLine key={item.id} item={item} currentId={currentId} onMatch={onMatch && (() => onMatch(item))} />
        ))}
      </ul>
      {total > items.length && <p className="text-muted text-sm">and {total - items.length} more</p>}
    </section>
  );
}

/** Shows an item beside the items with which it is compared or matched, in columns for bank, provider and ledger. */
export function ItemComparison({ item }: { item: ReconciliationItemDetails }) {
  const compared = item.match?.items ?? [item, ...(item.counterpart ? [item.counterpart] : [])];
  const sums = new Map(item.match && item.match.total > compared.length ? [] : itemSumsBySide(compared));
  return (
    <section aria-label="Bank, provider and ledger" className="grid gap-2 sm:grid-cols-3">
      {RECONCILIATION_SIDES.map((side) => {
        const items = compared.filter((each) => each.side === side);
        const sum = sums.get(side);
        return (
          <div key={side} className="min-w-0 rounded-md border border-border p-3 text-sm">
            <h3 className="font-bold">{RECONCILIATION_SIDE_WORDS[side]}</h3>
            {sum !== undefined && <Money kobo={sum} className="block font-semibold text-base" />}
            {items.length === 0 && <p className="text-muted">Nothing</p>}
            {items.length === 1 && (
              <p className="wrap-anywhere text-muted">
                {formatDay(items[0]?.day ?? "")}
                <br />
                {items[0]?.reference ?? items[0]?.provider_reference ?? items[0]?.narration}
              </p>
            )}
            {items.length > 1 && <p className="text-muted">{items.length} items</p>}
          </div>
        );
      })}
    </section>
  );
}

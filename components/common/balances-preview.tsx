import { clsx } from "clsx";
import { FreeText } from "@/components/common/free-text";
import { Money } from "@/components/common/money";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { formatMoney } from "@/lib/format";

/** Effect of one posting on an account, in kobo. Balances are null if the posting affects several wallets, or if the admin may not see them. */
type BalanceEffect = {
  name: string;
  side: "debit" | "credit";
  amount: number;
  before: number | null;
  after: number | null;
  is_hidden: boolean;
  is_short: boolean;
};

type ApprovalPreview = { effects: readonly BalanceEffect[]; warnings: readonly string[]; changes: readonly string[] };

/** Query for the effects that approving a change request would have on account balances. */
export type BalancesPreviewQuery = {
  data: ApprovalPreview | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/** Shows how approving a request would change balances now, and what changed since it was requested. */
export function BalancesPreview({ query: { data, isError, isFetching, refetch } }: { query: BalancesPreviewQuery }) {
  if (!data && !isError) return <Skeleton className="h-24 w-full" />;
  if (!data)
    return (
      <Alert tone="danger" title="Couldn't load the effect on balances">
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </Alert>
    );
  const { effects, warnings, changes } = data;
  return (
    <div className="space-y-3">
      {changes.length > 0 && (
        <Alert tone="warning" title="Changed since it was requested">
          <Sentences of={changes} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert tone="danger" title="Not enough money">
          <Sentences of={warnings} />
        </Alert>
      )}
      {effects.length > 0 && <EffectsTable effects={effects} />}
    </div>
  );
}

const Sentences = ({ of: texts }: { of: readonly string[] }) => (
  <ul className="space-y-0.5">
    {texts.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

function EffectsTable({ effects }: { effects: readonly BalanceEffect[] }) {
  return (
    <div>
      <table className="w-full text-sm">
        <caption className="mb-1 text-left font-semibold text-foreground">Balances before and after</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-semibold">
              Account
            </th>
            <th scope="col" className="py-1 pl-2 text-right font-semibold">
              Before
            </th>
            <th scope="col" className="py-1 pl-2 text-right font-semibold">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {effects.map((effect, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: postings keep their order, and an account may occur twice
            <tr key={index} className="border-t border-border align-top">
              <th scope="row" className="py-2 text-left font-normal text-foreground">
                <FreeText className="block font-semibold">{effect.name}</FreeText>
                <span className="block text-muted tabular-nums">
                  {effect.side === "debit" ? "Debit" : "Credit"} {formatMoney(effect.amount)}
                </span>
              </th>
              <Balance kobo={effect.before} isHidden={effect.is_hidden} />
              <Balance kobo={effect.after} isHidden={effect.is_hidden} isShort={effect.is_short} />
            </tr>
          ))}
        </tbody>
      </table>
      {effects.some(({ is_hidden }) => is_hidden) && (
        <p className="mt-1 text-xs text-muted">
          Hidden balances are shown to those who may read users, or the system wallet for its accounts.
        </p>
      )}
    </div>
  );
}

type BalanceProps = { kobo: number | null; isHidden: boolean; isShort?: boolean };

/** Renders an account's balance, in red if approving would make it too low. An alert above the table states the same in words. */
function Balance({ kobo, isHidden, isShort = false }: BalanceProps) {
  return (
    <td
      className={clsx(
        "py-2 pl-2 text-right tabular-nums max-sm:text-xs",
        isShort ? "font-bold text-danger" : "text-foreground",
      )}
    >
      {kobo !== null ? (
        <Money kobo={kobo} />
      ) : (
        <span className={isShort ? undefined : "text-muted"}>{isHidden ? "Hidden" : "–"}</span>
      )}
      {isShort && <span className="sr-only"> (too low)</span>}
    </td>
  );
}

import { ListPreviewCard } from "@/components/common/list-preview-card";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { allRowsUrl } from "@/lib/contract/list.values";
import type { PromotionOverview } from "@/lib/contract/promotion-figures";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney, pluralize } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { PromotionBudgetBar } from "./budget-bar";
import { describePromotionBenefit } from "./promotion-list-words";
import { PromotionStateBadge } from "./promotion-state";
import { PROMOTION_ABUSE_URL, PROMOTIONS_URL } from "./promotion-urls";

const LINK_CLASS = "rounded-sm font-semibold text-primary hover:underline";
const POOL_URL = "/dashboard/wallets/promotions-pool";

/** Lists the promotions that gave citizens the highest amounts in the period. */
export function TopPromotionsList({ promotions }: { promotions: PromotionOverview["top"] }) {
  return (
    <div className="mb-5">
      <ListPreviewCard
        title="Top promotions"
        all={{ href: allRowsUrl(PROMOTIONS_URL), label: "All promotions" }}
        empty="No promotion was used in this period."
      >
        {promotions.map((promotion) => (
          <li key={promotion.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-3">
            <div className="min-w-0 grow basis-52">
              <HoverLink href={recordUrl("promotion", promotion.id)} className={LINK_CLASS}>
                {promotion.name}
              </HoverLink>
              <p className="text-muted">{describePromotionBenefit(promotion)}</p>
            </div>
            <PromotionStateBadge promotion={promotion} />
            <p className="tabular-nums">
              {formatMoney(promotion.period_given)} in {pluralize(promotion.period_uses, "use")}
            </p>
            <div className="w-36">
              <PromotionBudgetBar budget={promotion.budget} spent={promotion.spent} reserved={promotion.reserved} />
            </div>
          </li>
        ))}
      </ListPreviewCard>
    </div>
  );
}

/** Lists promotions paused because the promotions pool could not cover them. Renders nothing if there are none. */
export function EmptyPromotionsPoolNotice({ promotions }: { promotions: PromotionOverview["out_of_pool"] }) {
  const mayOpenPool = useAccess(routes.systemWallet.accounts);
  if (promotions.length === 0) return null;
  return (
    <Card className="mb-5">
      <CardHeader
        title="Paused: the promotions pool can't cover them"
        description="Fund the pool in System Wallet, then resume them on their pages."
        actions={
          mayOpenPool && (
            <HoverLink href={POOL_URL} className={`${LINK_CLASS} text-sm`}>
              Promotions pool
            </HoverLink>
          )
        }
      />
      <ul className="divide-y divide-border border-t border-border text-sm">
        {promotions.map((promotion) => (
          <li key={promotion.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
            <HoverLink href={recordUrl("promotion", promotion.id)} className={`${LINK_CLASS} grow`}>
              {promotion.name}
            </HoverLink>
            <span className="text-muted">{describePromotionBenefit(promotion)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Warns of accounts that may belong to one person and used promotions. Renders nothing if there are none. */
export function PromotionAbuseNotice({ clusters }: { clusters: number }) {
  if (clusters === 0) return null;
  return (
    <Card className="mb-5">
      <CardHeader
        title="Several accounts, one person?"
        description={`${pluralize(clusters, "group")} of accounts used promotions with one device, phone number or identity number.`}
        actions={
          <HoverLink href={allRowsUrl(PROMOTION_ABUSE_URL)} className={`${LINK_CLASS} text-sm`}>
            Review accounts
          </HoverLink>
        }
      />
    </Card>
  );
}

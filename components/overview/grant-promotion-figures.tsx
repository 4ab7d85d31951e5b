import { CompactMoney } from "@/components/common/money";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import type { OverviewFigures } from "@/lib/queries/overview";
import { useAccess } from "@/lib/queries/rp";

const PROMOTIONS_URL = "/dashboard/promotions/all";
const APPLICATIONS_URL = "/dashboard/grants/applications";

/** Renders the figures of promotions and grants on the home page; each tile links to the list that it counts. */
export function GrantPromotionFigures({ promotions, grants }: Pick<OverviewFigures, "promotions" | "grants">) {
  const mayScore = useAccess(routes.grant.review);
  return (
    <section aria-labelledby="giving" className="mt-8">
      <h2 id="giving" className="mb-3 text-lg font-bold">
        Promotions and grants
      </h2>
      <StatTiles>
        {promotions && (
          <StatTile
            label="Given by promotions"
            value={<CompactMoney kobo={promotions.given_30_days} />}
            href="/dashboard/promotions"
            note={`in 30 days, ${formatCount(promotions.active)} active`}
            change={{ now: promotions.given_30_days, before: promotions.previous_30_days }}
          />
        )}
        {promotions && promotions.out_of_pool > 0 && (
          <StatTile
            label="Promotions paused"
            value={formatCount(promotions.out_of_pool)}
            href={`${PROMOTIONS_URL}?state=paused`}
            tone="warning"
            note="The promotions pool is too low"
          />
        )}
        {grants && (
          <>
            {mayScore && (
              <StatTile
                label="Grants for me to score"
                value={formatCount(grants.to_review)}
                href={`${APPLICATIONS_URL}?review=mine`}
              />
            )}
            <StatTile
              label="Grants to decide"
              value={formatCount(grants.to_decide)}
              href={`${APPLICATIONS_URL}?state=shortlisted&review=in&sort=-score`}
              note="Both scores are in"
            />
            <StatTile
              label="Grants to pay"
              value={formatCount(grants.to_pay)}
              href={`${APPLICATIONS_URL}?unpaid=true`}
              note="Approved, in no payout"
            />
            {grants.failed > 0 && (
              <StatTile
                label="Grant payments failed"
                value={formatCount(grants.failed)}
                href={`${APPLICATIONS_URL}?state=payment_failed`}
                tone="danger"
                note="Retry or reject them"
              />
            )}
          </>
        )}
      </StatTiles>
    </section>
  );
}

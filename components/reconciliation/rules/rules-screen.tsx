"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FactList } from "@/components/common/fact-list";
import { LoadFailedCard, StaleDataNotice } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { MATCH_RULES } from "@/lib/contract/reconciliation.values";
import { MATCH_RULE_WORDS } from "@/lib/contract/reconciliation-items.values";
import { routes } from "@/lib/contract/routes";
import { reconciliationSettingsQuery } from "@/lib/queries/reconciliation-rules";
import { useAccess } from "@/lib/queries/rp";
import { MATCHING_LIMIT_DIFF_FIELDS } from "./limit-facts";
import { MatchingRuleTrialCard } from "./rule-trial";
import { MATCHING_RULE_TEXTS } from "./rule-words";

const ReconciliationLimitsDialog = lazyWithPreload(() => import("./limits-dialog"), "ReconciliationLimitsDialog");

const AUTOMATIC_RULES = MATCH_RULES.filter((rule) => rule !== "by_hand");

/** Lists the matching rules in the order in which they run, and their limits. A card tries the rules on past days. */
export function MatchingRulesScreen() {
  const { data: settings, error, isFetching, refetch } = useQuery(reconciliationSettingsQuery());
  const mayChange = useAccess(routes.reconciliation.updateSettings);
  const [isChanging, setIsChanging] = useState(false);
  if (error && !settings) return <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />;
  return (
    <div className="space-y-5">
      {error && <StaleDataNotice what="This page" message={error.message} busy={isFetching} onRetry={refetch} />}
      <div className="grid gap-5 lg:grid-cols-2">
        <Card aria-label="Rules">
          <CardHeader
            title="Rules"
            description="Tried in this order. Each match names its rule. An admin can match other items."
          />
          <ol className="divide-y divide-border px-5 pb-3">
            {AUTOMATIC_RULES.map((rule, index) => (
              <li key={rule} className="py-3">
                <p className="font-semibold">
                  {index + 1}. {MATCH_RULE_WORDS[rule]}
                </p>
                <p className="text-sm text-muted">{MATCHING_RULE_TEXTS[rule]}</p>
              </li>
            ))}
          </ol>
        </Card>
        <Card aria-label="Limits">
          <CardHeader
            title="Limits"
            description="An unmatched item is expected until it is due, then an exception."
            actions={
              settings &&
              mayChange && (
                <Button onClick={() => setIsChanging(true)} onPointerEnter={ReconciliationLimitsDialog.preload}>
                  Change limits
                </Button>
              )
            }
          />
          <div className="px-5 pb-5">
            {settings ? (
              <FactList facts={MATCHING_LIMIT_DIFF_FIELDS.map(([label, words]) => [label, words(settings)])} />
            ) : (
              <Skeleton className="h-56 w-full" />
            )}
          </div>
        </Card>
      </div>
      {settings && <MatchingRuleTrialCard settings={settings} />}
      {settings && isChanging && (
        <ReconciliationLimitsDialog settings={settings} onClose={() => setIsChanging(false)} />
      )}
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { RecordMissingFields } from "@/components/record-editor/missing-fields";
import { useGoToField } from "@/components/record-editor/use-go-to-field";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { promotionQuery } from "@/lib/queries/promotion";
import { PromotionActions } from "./promotion-actions";
import { PromotionForm } from "./promotion-form";
import { describePromotionBenefit, describePromotionPeriod, describePromotionTrigger } from "./promotion-list-words";
import {
  MISSING_FIELDS_DOM_ID,
  PROMOTION_TAB_LABELS,
  parsePromotionTab,
  promotionTabOfField,
  promotionTabsOf,
  promotionTabUrl,
} from "./promotion-screen-words";
import { PromotionStateBadge } from "./promotion-state";
import { PromotionStatus } from "./promotion-status";
import { PROMOTIONS_OVERVIEW_URL, PROMOTIONS_URL } from "./promotion-urls";
import { describePromotionAction } from "./promotion-words";

const FiguresTab = lazyWithPreload(() => import("./promotion-figures"), "PromotionFiguresPanel");
const RedemptionsTab = lazyWithPreload(() => import("./promotion-redemptions"), "PromotionRedemptions");
const CodesTab = lazyWithPreload(() => import("./promotion-codes"), "PromotionCodes");
const AbuseTab = lazyWithPreload(() => import("./promotion-abuse"), "PromotionAbuseList");

/** Renders a promotion's page, with the open tab in the URL. */
export function PromotionScreen({ promotionId }: { promotionId: string }) {
  const [isDeleted, setIsDeleted] = useState(false);
  const { data: promotion } = useQuery({
    ...promotionQuery(promotionId),
    enabled: !isDeleted,
    throwOnError: (_, query) => !query.state.data,
  });
  const tab = parsePromotionTab(useSearchParams().get("tab"));
  const [wereTermsOpened, setWereTermsOpened] = useState(false);
  if (tab === "terms" && !wereTermsOpened) setWereTermsOpened(true);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const goTo = useGoToField({
    tab,
    tabOfField: promotionTabOfField,
    urlOf: (each) => promotionTabUrl(promotionId, each),
  });
  if (!promotion) return null;
  return (
    <>
      <PageHeader
        title={promotion.name}
        breadcrumbs={[
          { label: "Promotions", href: PROMOTIONS_OVERVIEW_URL },
          { label: "All promotions", href: PROMOTIONS_URL },
        ]}
        badge={<PromotionStateBadge promotion={promotion} />}
        description={[
          describePromotionBenefit(promotion),
          describePromotionTrigger(promotion),
          describePromotionPeriod(promotion),
        ].join(" · ")}
        actions={<PromotionActions promotion={promotion} unsaved={isUnsaved} onDelete={setIsDeleted} />}
      />
      {promotion.state === "draft" && (
        <RecordMissingFields
          id={MISSING_FIELDS_DOM_ID}
          title="Before it can be published"
          missing={promotion.missing}
          onGoTo={goTo}
        />
      )}
      <PromotionStatus promotion={promotion} />
      <TabLinks
        label={`Parts of ${promotion.name}`}
        tabs={promotionTabsOf(promotion.trigger).map((each) => ({
          label: PROMOTION_TAB_LABELS[each],
          href: promotionTabUrl(promotionId, each),
        }))}
        current={promotionTabUrl(promotionId, tab)}
      />
      {/* Keeps the form mounted after the first visit, so that typed values survive switching tabs. */}
      {(tab === "terms" || wereTermsOpened) && (
        <div hidden={tab !== "terms"}>
          <PromotionForm promotion={promotion} onDirty={setIsUnsaved} />
        </div>
      )}
      {!isDeleted && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          {tab === "figures" && <FiguresTab promotion={promotion} />}
          {tab === "redemptions" && <RedemptionsTab promotionId={promotionId} />}
          {tab === "codes" && <CodesTab promotion={promotion} />}
          {tab === "abuse" && <AbuseTab promotionId={promotionId} />}
        </Suspense>
      )}
      {tab === "history" && (
        <HistoryCard title="Change log" entries={promotion.timeline} wordsOf={describePromotionAction} />
      )}
    </>
  );
}

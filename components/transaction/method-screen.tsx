"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { FactList } from "@/components/common/fact-list";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { RecordSummary, SummaryItem } from "@/components/common/summary";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { routes } from "@/lib/contract/routes";
import { formatMoney, pluralize } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { paymentMethodQuery } from "@/lib/queries/transaction";
import { describeFee } from "./fee-words";
import { PAYMENT_METHOD_DIFF_FIELDS } from "./method-facts";
import { ALL_TRANSACTIONS_URL, formatSuccessRate, PAYMENT_METHODS_URL, TRANSACTIONS_URL } from "./transaction-words";

const PaymentMethodDialog = lazyWithPreload(() => import("./method-dialog"), "PaymentMethodDialog");

const FACTS_IN_HEADER = ["Name", "Status", "Fee", "Minimum", "Maximum"];

/** Renders a payment method's page: success rate, fee, limits and history. */
export function PaymentMethodScreen({ methodId }: { methodId: string }) {
  // Stops refetching a payment method that is being deleted, because the API would answer 404.
  const [isDeleting, setIsDeleting] = useState(false);
  const { data: method } = useQuery({
    ...paymentMethodQuery(methodId),
    enabled: !isDeleting,
    throwOnError: (_, query) => !query.state.data,
  });
  const mayUpdate = useAccess(routes.transaction.updateMethod);
  const { entry, open, close } = useRecordInUrl("form");
  const router = useRouter();
  if (!method) return null;
  const { name, code, enabled, success_rate: rate, payments_24h: payments } = method;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[
          { label: "Transactions", href: TRANSACTIONS_URL },
          { label: "Payment methods", href: PAYMENT_METHODS_URL },
        ]}
        badge={<Badge tone={enabled ? "success" : "neutral"}>{enabled ? "Enabled" : "Disabled"}</Badge>}
        actions={
          <>
            <ButtonLink href={`${ALL_TRANSACTIONS_URL}?method=${method.id}`}>See payments</ButtonLink>
            {mayUpdate && (
              <Button
                variant="primary"
                onPointerEnter={PaymentMethodDialog.preload}
                onFocus={PaymentMethodDialog.preload}
                onClick={() => open("change")}
              >
                Change
              </Button>
            )}
          </>
        }
      />
      <RecordSummary label="At a glance">
        <SummaryItem label="Success, 24 h" note={payments > 0 && `of ${pluralize(payments, "payment")} that ended`}>
          {rate === null ? "No payments" : formatSuccessRate(rate)}
        </SummaryItem>
        <SummaryItem label="Fee">{describeFee(method.fee)}</SummaryItem>
        <SummaryItem label="Limits of a payment">
          {formatMoney(method.min_amount)} to {formatMoney(method.max_amount)}
        </SummaryItem>
      </RecordSummary>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <Card>
          <CardHeader title="Details" />
          <div className="px-5 pb-5">
            <FactList
              facts={[
                ["Code", <CopyableText key="code" value={code} what={`code ${code}`} />],
                ...PAYMENT_METHOD_DIFF_FIELDS.filter(([label]) => !FACTS_IN_HEADER.includes(label)).map(
                  ([label, toText]) => [label, toText(method)] as const,
                ),
              ]}
            />
          </div>
        </Card>
        <HistoryCard title="History" entries={method.timeline} />
      </div>
      <Suspense>
        {entry && mayUpdate && (
          <PaymentMethodDialog
            method={method}
            onDelete={(step) => {
              setIsDeleting(step !== "failed");
              if (step === "gone") router.replace(PAYMENT_METHODS_URL);
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

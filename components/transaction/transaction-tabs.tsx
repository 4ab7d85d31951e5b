"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { ButtonLink } from "@/components/ui/button-link";
import { DISPUTES_TO_ANSWER_URL } from "./dispute-words";
import { ALL_TRANSACTIONS_URL, PAYMENT_METHODS_URL, TRANSACTIONS_URL } from "./transaction-words";

const TABS = [
  { label: "Overview", href: TRANSACTIONS_URL },
  { label: "Payment methods", href: PAYMENT_METHODS_URL },
];

/** Renders title and tabs of the transactions module. The list of all transactions has no tabs (specification section 2). */
export function TransactionTabs() {
  return (
    <>
      <PageHeader
        title="Transactions"
        actions={
          <>
            <ButtonLink href={DISPUTES_TO_ANSWER_URL}>Disputes</ButtonLink>
            <ButtonLink href={ALL_TRANSACTIONS_URL} variant="primary">
              All transactions
            </ButtonLink>
          </>
        }
      />
      <TabLinks label="Transactions" tabs={TABS} />
    </>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import type { TableColumn } from "@/components/common/table/column";
import { RecordList } from "@/components/common/table/record-list";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { paymentMethodListQuery } from "@/lib/queries/transaction";
import { describeFee } from "./fee-words";
import { formatSuccessRate, transactionLabel } from "./transaction-words";

const PaymentMethodDialog = lazyWithPreload(() => import("./method-dialog"), "PaymentMethodDialog");

const METHOD_COLUMNS: readonly TableColumn<PaymentMethod>[] = [
  {
    id: "name",
    header: "Method",
    cell: ({ id, name, code }) => (
      <>
        <HoverLink
          href={recordUrl("payment_method", id)}
          className="rounded-sm font-semibold text-primary hover:underline"
        >
          {name}
        </HoverLink>
        <code className="block text-xs text-muted">{code}</code>
      </>
    ),
  },
  { id: "channel", header: "Channel", cell: ({ channel }) => transactionLabel(channel) },
  { id: "provider", header: "Provider", cell: ({ provider }) => transactionLabel(provider) },
  { id: "fee", header: "Fee", cell: ({ fee }) => describeFee(fee) },
  { id: "from", header: "From", align: "end", cell: ({ min_amount }) => formatMoney(min_amount) },
  { id: "to", header: "To", align: "end", cell: ({ max_amount }) => formatMoney(max_amount) },
  {
    id: "success",
    header: "Success, 24 h",
    align: "end",
    cell: ({ success_rate: rate }) => (rate === null ? "–" : formatSuccessRate(rate)),
  },
  {
    id: "status",
    header: "Status",
    phone: "title",
    cell: ({ enabled }) => <Badge tone={enabled ? "success" : "neutral"}>{enabled ? "Enabled" : "Disabled"}</Badge>,
  },
];

/** Lists the payment methods in the order of the citizen app. */
export function PaymentMethodListScreen() {
  const query = useQuery(paymentMethodListQuery());
  return (
    <RecordList
      label="Payment methods"
      address="method"
      query={query}
      rows={query.data?.items}
      columns={METHOD_COLUMNS}
      empty="Payment methods for citizens appear here."
      fill={
        useAccess(routes.setup.loadStarterSet) && (
          <ButtonLink href="/dashboard?starter=payment_methods">Load the starter set</ButtonLink>
        )
      }
      add="New payment method"
      may={{ create: useAccess(routes.transaction.createMethod), update: useAccess(routes.transaction.updateMethod) }}
      dialog={(method, close) => <PaymentMethodDialog key={method?.id} method={method} onClose={close} />}
      preload={PaymentMethodDialog.preload}
    />
  );
}

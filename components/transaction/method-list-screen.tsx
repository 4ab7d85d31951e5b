"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { LoadFailed, NothingHere } from "@/components/common/states";
import { useRecordInAddress } from "@/components/common/table/use-record-in-address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { routes } from "@/lib/contract/routes";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { useMay } from "@/lib/queries/rp";
import { methodListQuery } from "@/lib/queries/transaction";
import { feeWords } from "./fee-words";
import { ALL_URL, wordsOf } from "./transaction-words";

const MethodDialog = lazyPart(() => import("./method-dialog"), "MethodDialog");

const HEADS = ["Method", "Channel", "Provider", "Fee", "From", "To", "Success, 24 h", "Status", ""];

/** The ways to pay, in the order in which the app shows them. */
export function MethodListScreen() {
  const { data, error, isFetching, refetch } = useQuery(methodListQuery());
  const mayCreate = useMay(routes.transaction.createMethod);
  const mayUpdate = useMay(routes.transaction.updateMethod);
  const { entry, open, close } = useRecordInAddress("method");
  const chosen = data?.items.find(({ id }) => id === entry);
  return (
    <>
      {mayCreate && (
        <div className="mb-3 flex justify-end">
          <Button
            variant="primary"
            onPointerEnter={MethodDialog.preload}
            onFocus={MethodDialog.preload}
            onClick={() => open("new")}
          >
            <Plus aria-hidden="true" /> New payment method
          </Button>
        </div>
      )}
      <Card>
        {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
        {data?.items.length === 0 && <NothingHere>The ways by which citizens can pay appear here.</NothingHere>}
        {data && data.items.length > 0 && (
          <section
            aria-label="Payment methods"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
            tabIndex={0}
            className="relative overflow-x-auto rounded-lg -outline-offset-2"
          >
            <table className="w-full text-sm max-md:block">
              <thead className="max-md:hidden">
                <tr className="border-b border-border text-left text-xs text-muted">
                  {HEADS.map((head) => (
                    <th key={head} scope="col" className="px-3 py-2.5 font-semibold first:pl-5 last:pr-5">
                      {head || <span className="sr-only">Actions</span>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="max-md:block">
                {data.items.map((method) => (
                  <Row key={method.id} method={method} onEdit={mayUpdate ? () => open(method.id) : undefined} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Card>
      <Suspense>
        {entry === "new" && mayCreate && <MethodDialog onClose={close} />}
        {chosen && mayUpdate && <MethodDialog key={chosen.id} method={chosen} onClose={close} />}
      </Suspense>
    </>
  );
}

function Row({ method, onEdit }: { method: PaymentMethod; onEdit?: () => void }) {
  const rate = method.success_rate;
  return (
    <tr className="border-b border-border whitespace-nowrap last:border-b-0 max-md:block max-md:py-3">
      <th scope="row" className="px-3 py-2.5 pl-5 text-left font-semibold max-md:block">
        <HoverLink href={`${ALL_URL}?method=${method.id}`} className="rounded-sm text-primary hover:underline">
          {method.name}
        </HoverLink>
        <code className="block text-xs font-normal text-muted">{method.code}</code>
      </th>
      <Cell head="Channel">{wordsOf(method.channel)}</Cell>
      <Cell head="Provider">{wordsOf(method.provider)}</Cell>
      <Cell head="Fee">{feeWords(method.fee)}</Cell>
      <Cell head="From">{formatMoney(method.min_amount)}</Cell>
      <Cell head="To">{formatMoney(method.max_amount)}</Cell>
      <Cell head="Success, 24 h">{rate === null ? "–" : `${(rate * 100).toFixed(1)}%`}</Cell>
      <Cell head="Status">
        <Badge tone={method.enabled ? "success" : "neutral"}>{method.enabled ? "Enabled" : "Disabled"}</Badge>
      </Cell>
      <td className="px-3 py-2.5 pr-5 text-right max-md:block max-md:pb-1">
        {onEdit && (
          <Button
            size="sm"
            aria-label={`Change ${method.name}`}
            onPointerEnter={MethodDialog.preload}
            onFocus={MethodDialog.preload}
            onClick={onEdit}
          >
            Change
          </Button>
        )}
      </td>
    </tr>
  );
}

/** On a phone, where there is no table head, a line of its own with its name before it. */
function Cell({ head, children }: { head: string; children: ReactNode }) {
  return (
    <td className="px-3 py-2.5 tabular-nums max-md:flex max-md:justify-between max-md:gap-3 max-md:px-5 max-md:py-1 max-md:whitespace-normal">
      <span className="text-muted md:hidden">{head}</span>
      {children}
    </td>
  );
}

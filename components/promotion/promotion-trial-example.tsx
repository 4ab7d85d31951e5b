"use client";

import { useId, useState } from "react";
import { FieldFrame } from "@/components/common/form/field";
import { Card, CardHeader } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { promotionBenefitOf, splitPromotionBenefit } from "@/lib/contract/promotion.values";
import { formatMoney } from "@/lib/format";
import { type PromotionDraft, parseBenefitTerms, parseNairaToKobo } from "./promotion-draft";

/** Calculates the price of an example payment with the typed terms of the promotion, without fees. */
export function PromotionPriceExample({ draft }: { draft: PromotionDraft }) {
  const id = useId();
  const [amountText, setAmountText] = useState("10,000");
  return (
    <Card>
      <CardHeader title="Example" description="With the terms as typed, without fees" />
      <div className="space-y-4 px-5 pb-5">
        <FieldFrame id={id} label="A payment in naira">
          <Input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={amountText}
            onChange={(event) => setAmountText(event.target.value)}
          />
        </FieldFrame>
        <p role="status" className="font-semibold tabular-nums">
          {describePriceExample(draft, parseNairaToKobo(amountText))}
        </p>
      </div>
    </Card>
  );
}

/** Describes the price of an example payment. @param amount kobo; null or NaN while no amount is typed */
export function describePriceExample(draft: PromotionDraft, amount: number | null): string {
  if (!amount) return "Enter an amount such as 5,000 or 5,000.50.";
  const benefit = parseBenefitTerms(draft);
  if (!benefit) return `Enter the ${draft.kind === "flat" ? "amount" : "percentage"} that it gives.`;
  const minimum = parseNairaToKobo(draft.minimum);
  if (minimum && amount < minimum) return `Gives nothing: the payment has to be at least ${formatMoney(minimum)}.`;
  const budget = parseNairaToKobo(draft.budget);
  const { discount, cashback } = splitPromotionBenefit(
    benefit.kind,
    promotionBenefitOf(benefit, amount, budget || amount),
  );
  if (discount + cashback === 0) return "Gives nothing: the benefit is below one kobo.";
  if (cashback > 0)
    return `The citizen pays ${formatMoney(amount)} and gets ${formatMoney(cashback)} back to the wallet.`;
  return `The citizen pays ${formatMoney(amount - discount)} and saves ${formatMoney(discount)}.`;
}

"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { FieldFrame } from "@/components/common/form/field";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessageOf } from "@/lib/client/api-error";
import { loadSchema } from "@/lib/client/load-schema";
import type { PromotionDetails, PromotionTrial } from "@/lib/contract/promotion";
import { PROMOTABLE_TYPES, type PromotableType } from "@/lib/contract/promotion.values";
import { formatMoney } from "@/lib/format";
import { promotionChoicesQuery, promotionTrialMutation, type TryPromotionInput } from "@/lib/queries/promotion";
import { loadPromotionSchema, type PromotionDraft, parseNairaToKobo, promotionInputOf } from "./promotion-draft";
import { PromotionTrialUser, type TrialUser } from "./promotion-trial-user";
import { PAYMENT_TYPE_OPTIONS } from "./promotion-words";

/** Result of a trial. `inputKey`: inputs of the trial as JSON; the result is hidden once the form's inputs differ. */
type TrialAnswer = { inputKey: string; result?: PromotionTrial; problem?: string };

const NO_METHOD_TEXT = "No enabled payment method accepts this type of payment.";

type PromotionTrialPanelProps = {
  promotion: PromotionDetails;
  /** Typed terms of the promotion; null if the terms are locked, so that the trial uses the stored promotion. */
  draft: PromotionDraft | null;
};

/** Simulates a payment of a user with a promotion: shows the discount, or why the promotion does not apply. */
export function PromotionTrialPanel({ promotion, draft }: PromotionTrialPanelProps) {
  const id = useId();
  const asked = useQuery(promotionChoicesQuery());
  const [user, setUser] = useState<TrialUser | null>(null);
  const [type, setType] = useState<PromotableType>(promotion.types[0] ?? PROMOTABLE_TYPES[0]);
  const [selectedMethod, setMethod] = useState("");
  const [amount, setAmount] = useState("10,000");
  const [code, setCode] = useState(promotion.code ?? "");
  const [busy, setBusy] = useState(false);
  const [trialAnswer, setTrialAnswer] = useState<TrialAnswer | null>(null);
  const { mutateAsync } = useMutation(promotionTrialMutation());
  const methods = (asked.data?.methods ?? []).filter(({ types }) => types.includes(type));
  const method = (methods.find((each) => each.code === selectedMethod) ?? methods[0])?.code ?? "";
  const trigger = draft?.trigger ?? promotion.trigger;
  // Hides the result of the trial as soon as an input changes.
  const inputKeyNow = JSON.stringify([user?.id, type, method, amount, code, draft ?? promotion.version]);
  const { problem, result } = trialAnswer?.inputKey === inputKeyNow ? trialAnswer : {};

  const requestTrial = async () => {
    if (!user) throw new Error("Choose a user.");
    if (!method) throw new Error(NO_METHOD_TEXT);
    const kobo = parseNairaToKobo(amount);
    if (!kobo) throw new Error("Enter an amount such as 5,000 or 5,000.50.");
    const payment = { user_id: user.id, type, method, amount: kobo, ...(trigger === "code" && code && { code }) };
    const terms = draft ? { terms: await parseTerms(draft), codes_of: promotion.id } : { promotion_id: promotion.id };
    return mutateAsync({ ...payment, ...terms });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setTrialAnswer(null);
    try {
      setTrialAnswer({ inputKey: inputKeyNow, result: await requestTrial() });
    } catch (error) {
      setTrialAnswer({ inputKey: inputKeyNow, problem: errorMessageOf(error) });
    }
    setBusy(false);
  };
  const header = (
    <CardHeader
      title="Trial"
      description={draft ? "With the terms as typed, as if active and unused" : "With the current promotion"}
    />
  );
  if (!asked.data)
    return (
      <Card>
        {header}
        {asked.error ? (
          <LoadFailed message={asked.error.message} busy={asked.isFetching} onRetry={() => void asked.refetch()} />
        ) : (
          <Skeleton className="mx-5 mb-5 h-48" />
        )}
      </Card>
    );
  return (
    <Card>
      {header}
      <form method="post" noValidate onSubmit={submit} className="space-y-4 px-5 pb-5">
        <PromotionTrialUser user={user} onChange={setUser} />
        <div className="grid gap-4 sm:grid-cols-2">
          <FieldFrame id={`${id}-type`} label="Type of payment">
            <Select
              id={`${id}-type`}
              value={type}
              options={PAYMENT_TYPE_OPTIONS}
              onChange={(event) => setType(event.target.value as PromotableType)}
              className="flex w-full"
            />
          </FieldFrame>
          <FieldFrame id={`${id}-method`} label="Payment method" hint={methods.length ? undefined : NO_METHOD_TEXT}>
            <Select
              id={`${id}-method`}
              value={method}
              options={methods.map(({ code: value, name }) => ({ value, label: name }))}
              onChange={(event) => setMethod(event.target.value)}
              className="flex w-full"
            />
          </FieldFrame>
          <FieldFrame id={`${id}-amount`} label="Amount in naira">
            <Input
              id={`${id}-amount`}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          </FieldFrame>
          {trigger === "code" && (
            <FieldFrame
              id={`${id}-code`}
              label="Code"
              hint={draft && promotion.codes === 0 ? "Codes are checked once some are added." : undefined}
            >
              <Input
                id={`${id}-code`}
                autoComplete="off"
                spellCheck={false}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </FieldFrame>
          )}
        </div>
        <Button type="submit" busy={busy}>
          Try
        </Button>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {result && <TrialResult result={result} />}
      </form>
    </Card>
  );
}

/** Validates the typed terms of a promotion. @throws Error with the first problem */
async function parseTerms(draft: PromotionDraft): Promise<NonNullable<TryPromotionInput["terms"]>> {
  const form = await loadSchema(loadPromotionSchema);
  const parsed = form.safeParse(promotionInputOf(draft));
  if (parsed.success) return parsed.data;
  throw new Error(`Correct the terms first. ${parsed.error.issues[0]?.message ?? ""}`.trim());
}

function TrialResult({ result }: { result: PromotionTrial }) {
  const { applies, discount, cashback, fee, to_pay, reasons } = result;
  const benefitText = cashback > 0 ? `${formatMoney(cashback)} cashback` : `${formatMoney(discount)} off`;
  const paymentText = `The citizen pays ${formatMoney(to_pay)}${fee > 0 ? `, with a fee of ${formatMoney(fee)}` : ""}.`;
  if (applies)
    return (
      <Alert tone="success" title={`It applies: ${benefitText}`}>
        {paymentText}
      </Alert>
    );
  return (
    <Alert tone="warning" title="It does not apply">
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {reasons.map(({ reason, message }) => (
          <li key={reason}>{message}</li>
        ))}
      </ul>
      {discount + cashback > 0 && <p className="mt-2 font-normal">Without that it would give {benefitText}.</p>}
    </Alert>
  );
}

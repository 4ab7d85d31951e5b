"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { SelectField, TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { PROMOTION_NAME_MAX } from "@/lib/contract/promotion.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { createPromotionMutation, type PromotionInput } from "@/lib/queries/promotion";
import { useMay } from "@/lib/queries/rp";
import { loadPromotionForm } from "./promotion-draft";
import { KIND_OPTIONS } from "./promotion-list-words";
import { PROMOTIONS_OVERVIEW_URL, PROMOTIONS_URL } from "./promotion-urls";
import { TRIGGER_OPTIONS } from "./promotion-words";

/** All else is filled in on the draft's own page. */
const EMPTY: Partial<PromotionInput> = {
  description: "",
  basis_points: null,
  flat_amount: null,
  cap: null,
  minimum: 0,
  types: [],
  channels: [],
  group_ids: [],
  first_payment_only: false,
  uses_total: null,
  uses_per_user: 1,
  uses_per_code: null,
  budget: 0,
  starts_at: null,
  ends_at: null,
};

/** A new promotion begins with its name and kind; the rest stands on the page of the draft. */
export function PromotionNewScreen() {
  const router = useRouter();
  const mayCreate = useMay(routes.promotion.create);
  const [key] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(createPromotionMutation(key));
  return (
    <>
      <PageHeader
        title="New promotion"
        breadcrumbs={[
          { label: "Promotions", href: PROMOTIONS_OVERVIEW_URL },
          { label: "All promotions", href: PROMOTIONS_URL },
        ]}
      />
      {mayCreate ? (
        <Card className="max-w-2xl p-5">
          <Form<PromotionInput>
            schema={loadPromotionForm}
            fixed={EMPTY}
            draft="promotion.new"
            defaultValues={{ name: "", trigger: "automatic", kind: "percentage" }}
            onSubmit={async (input) => {
              const made = await mutateAsync(input);
              router.replace(recordUrl("promotion", made.id));
            }}
          >
            <TextField
              name="name"
              label="Name"
              hint="It becomes a draft that nobody sees. You add amounts, audience, budget and dates next."
              autoComplete="off"
              maxLength={PROMOTION_NAME_MAX}
            />
            <SelectField name="trigger" label="How citizens get it" options={TRIGGER_OPTIONS} />
            <SelectField name="kind" label="Kind" options={KIND_OPTIONS} />
            <div className="flex justify-end">
              <SubmitButton>Create draft</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : (
        <Alert>You can read promotions, but you don't have the right to create one.</Alert>
      )}
    </>
  );
}

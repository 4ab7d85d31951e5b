"use client";

import { SelectField, TextField } from "@/components/common/form/fields";
import { NewRecordScreen } from "@/components/entry/new-record-screen";
import { PROMOTION_NAME_MAX } from "@/lib/contract/promotion.values";
import { routes } from "@/lib/contract/routes";
import { createPromotionMutation, type PromotionInput } from "@/lib/queries/promotion";
import { useMay } from "@/lib/queries/rp";
import { loadPromotion } from "./promotion-draft";
import { KIND_OPTIONS } from "./promotion-list-words";
import { PROMOTIONS_OVERVIEW_URL, PROMOTIONS_URL } from "./promotion-urls";
import { TRIGGER_OPTIONS } from "./promotion-words";

/** Defaults of the fields that are edited on the draft's own page. */
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

/** Creates a promotion with name and kind. The other terms are edited on the draft's page. */
export function PromotionNewScreen() {
  const mayCreate = useMay(routes.promotion.create);
  return (
    <NewRecordScreen
      type="promotion"
      title="New promotion"
      breadcrumbs={[
        { label: "Promotions", href: PROMOTIONS_OVERVIEW_URL },
        { label: "All promotions", href: PROMOTIONS_URL },
      ]}
      mayCreate={mayCreate}
      refusal="You can read promotions, but you don't have the right to create one."
      schema={loadPromotion}
      empty={EMPTY}
      draft="promotion.new"
      defaultValues={{ name: "", trigger: "automatic", kind: "percentage" }}
      create={createPromotionMutation}
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
    </NewRecordScreen>
  );
}

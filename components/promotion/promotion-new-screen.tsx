"use client";

import { SelectField } from "@/components/common/form/fields";
import { NewRecordScreen } from "@/components/record-editor/new-record-screen";
import { PROMOTION_NAME_MAX } from "@/lib/contract/promotion.values";
import { routes } from "@/lib/contract/routes";
import { createPromotionMutation, type PromotionInput } from "@/lib/queries/promotion";
import { loadPromotionSchema } from "./promotion-draft";
import { PROMOTION_KIND_OPTIONS } from "./promotion-list-words";
import { PROMOTIONS_OVERVIEW_URL, PROMOTIONS_URL } from "./promotion-urls";
import { PROMOTION_TRIGGER_OPTIONS } from "./promotion-words";

const EMPTY_PROMOTION: Partial<PromotionInput> = {
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

/** Creates a draft promotion from a name and a kind. */
export const PromotionNewScreen = () => (
  <NewRecordScreen
    type="promotion"
    what="promotion"
    refusal="You can read promotions, but you don't have the right to create one."
    breadcrumbs={[
      { label: "Promotions", href: PROMOTIONS_OVERVIEW_URL },
      { label: "All promotions", href: PROMOTIONS_URL },
    ]}
    route={routes.promotion.create}
    schema={loadPromotionSchema}
    nameField={{
      name: "name",
      label: "Name",
      hint: "It becomes a draft that nobody sees. You add amounts, audience, budget and dates next.",
      maxLength: PROMOTION_NAME_MAX,
    }}
    values={{ trigger: "automatic", kind: "percentage" }}
    emptyValues={EMPTY_PROMOTION}
    create={createPromotionMutation}
  >
    <SelectField name="trigger" label="How citizens get it" options={PROMOTION_TRIGGER_OPTIONS} />
    <SelectField name="kind" label="Kind" options={PROMOTION_KIND_OPTIONS} />
  </NewRecordScreen>
);

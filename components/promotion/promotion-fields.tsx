import { DraftSelectField, DraftTextField } from "@/components/record-editor/draft-field";
import { createDraftFieldProps, type RecordFieldsProps } from "@/components/record-editor/record-fields";
import { Card, CardHeader } from "@/components/ui/card";
import {
  PROMOTION_DESCRIPTION_MAX,
  PROMOTION_NAME_MAX,
  type PromotionKind,
  type PromotionTrigger,
} from "@/lib/contract/promotion.values";
import type { PromotionDraft } from "./promotion-draft";
import { PROMOTION_KIND_OPTIONS } from "./promotion-list-words";
import { PROMOTION_TRIGGER_OPTIONS } from "./promotion-words";

/** Props of the parts of the promotion form. */
export type PromotionFieldsProps = RecordFieldsProps<PromotionDraft>;

const MAX_AMOUNT_LENGTH = 20;

/** Edits a promotion's benefit, and its texts for citizens. */
export function PromotionBenefitFields(props: PromotionFieldsProps) {
  const { draft, change, problem, readOnly } = props;
  const field = createDraftFieldProps(props);
  const amount = { max: MAX_AMOUNT_LENGTH, inputMode: "decimal" } as const;
  return (
    <Card>
      <CardHeader title="What it gives" />
      <div className="space-y-4 px-5 pb-5">
        <DraftTextField {...field("name")} label="Name" max={PROMOTION_NAME_MAX} />
        <DraftTextField
          {...field("description")}
          label="Description for citizens"
          optional
          rows={3}
          max={PROMOTION_DESCRIPTION_MAX}
        />
        <DraftSelectField
          field="trigger"
          label="How citizens get it"
          value={draft.trigger}
          options={PROMOTION_TRIGGER_OPTIONS}
          onChange={(trigger) => change({ trigger: trigger as PromotionTrigger })}
          problem={problem("trigger")}
          readOnly={readOnly}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DraftSelectField
            field="kind"
            label="Kind"
            value={draft.kind}
            options={PROMOTION_KIND_OPTIONS}
            onChange={(kind) => change({ kind: kind as PromotionKind })}
            problem={problem("kind")}
            readOnly={readOnly}
          />
          {draft.kind === "flat" ? (
            <DraftTextField label="Amount in naira" {...field("flat_amount")} {...amount} />
          ) : (
            <DraftTextField label="Percentage" placeholder="12.5" {...field("basis_points")} {...amount} />
          )}
          {draft.kind !== "flat" && (
            <DraftTextField
              label="Cap in naira"
              optional
              hint="Maximum for one payment."
              {...field("cap")}
              {...amount}
            />
          )}
          <DraftTextField
            label="Minimum payment in naira"
            optional
            hint="If empty: any amount."
            {...field("minimum")}
            {...amount}
          />
        </div>
      </div>
    </Card>
  );
}

import { EntrySelect, EntryText } from "@/components/entry/entry-field";
import { Card, CardHeader } from "@/components/ui/card";
import {
  PROMOTION_DESCRIPTION_MAX,
  PROMOTION_NAME_MAX,
  type PromotionKind,
  type PromotionTrigger,
} from "@/lib/contract/promotion.values";
import type { PromotionDraft } from "./promotion-draft";
import { KIND_OPTIONS } from "./promotion-list-words";
import { TRIGGER_OPTIONS } from "./promotion-words";

export type PromotionFieldsProps = {
  draft: PromotionDraft;
  change: (patch: Partial<PromotionDraft>) => void;
  /** What is wrong with a field, or with something within it. */
  problem: (field: string) => string | undefined;
  readOnly: boolean;
};

const AMOUNT_MAX = 20;

/** What citizens read, and what it gives. */
export function PromotionAboutFields({ draft, change, problem, readOnly }: PromotionFieldsProps) {
  const text = (field: "basis_points" | "flat_amount" | "cap" | "minimum") => ({
    field,
    value: draft[field],
    onChange: (value: string) => change({ [field]: value }),
    max: AMOUNT_MAX,
    inputMode: "decimal" as const,
    problem: problem(field),
    readOnly,
  });
  return (
    <Card>
      <CardHeader title="What it gives" />
      <div className="space-y-4 px-5 pb-5">
        <EntryText
          field="name"
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          max={PROMOTION_NAME_MAX}
          problem={problem("name")}
          readOnly={readOnly}
        />
        <EntryText
          field="description"
          label="Description for citizens"
          optional
          rows={3}
          value={draft.description}
          onChange={(description) => change({ description })}
          max={PROMOTION_DESCRIPTION_MAX}
          problem={problem("description")}
          readOnly={readOnly}
        />
        <EntrySelect
          field="trigger"
          label="How citizens get it"
          value={draft.trigger}
          options={TRIGGER_OPTIONS}
          onChange={(trigger) => change({ trigger: trigger as PromotionTrigger })}
          problem={problem("trigger")}
          readOnly={readOnly}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <EntrySelect
            field="kind"
            label="Kind"
            value={draft.kind}
            options={KIND_OPTIONS}
            onChange={(kind) => change({ kind: kind as PromotionKind })}
            problem={problem("kind")}
            readOnly={readOnly}
          />
          {draft.kind === "flat" ? (
            <EntryText label="Amount in naira" {...text("flat_amount")} />
          ) : (
            <EntryText label="Percentage" placeholder="12.5" {...text("basis_points")} />
          )}
          {draft.kind !== "flat" && (
            <EntryText label="Cap in naira" optional hint="Most that one payment gets." {...text("cap")} />
          )}
          <EntryText label="Minimum payment in naira" optional hint="If empty: any amount." {...text("minimum")} />
        </div>
      </div>
    </Card>
  );
}

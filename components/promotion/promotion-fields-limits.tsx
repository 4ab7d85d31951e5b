import { LoadFailed } from "@/components/common/states";
import { DraftDateTimeField } from "@/components/record-editor/draft-date-time-field";
import { DraftCheckboxField, DraftTextField } from "@/components/record-editor/draft-field";
import { createDraftFieldProps } from "@/components/record-editor/record-fields";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatMoney } from "@/lib/format";
import type { PromotionFieldsProps } from "./promotion-fields";
import { PromotionCheckboxGroup } from "./promotion-fields-choices";
import { PAYMENT_CHANNEL_OPTIONS, PAYMENT_TYPE_OPTIONS } from "./promotion-words";

type AudienceProps = PromotionFieldsProps & {
  groups: readonly { value: string; label: string }[];
  /** State of the query that loads the user groups to choose from. */
  asked: { isPending: boolean; error: Error | null; isFetching: boolean; refetch: () => unknown };
};

/** Edits the payments and users that a promotion applies to. */
export function PromotionAudienceFields({
  draft,
  change,
  problem,
  readOnly,
  groups,
  asked: groupsQuery,
}: AudienceProps) {
  return (
    <Card>
      <CardHeader title="Who gets it" />
      <div className="space-y-4 px-5 pb-5">
        <PromotionCheckboxGroup
          field="types"
          label="Types of payment"
          options={PAYMENT_TYPE_OPTIONS}
          chosen={draft.types}
          onChange={(types) => change({ types })}
          problem={problem("types")}
          readOnly={readOnly}
        />
        <PromotionCheckboxGroup
          field="channels"
          label="Channels"
          hint="If none is chosen: every channel."
          options={PAYMENT_CHANNEL_OPTIONS}
          chosen={draft.channels}
          onChange={(channels) => change({ channels })}
          problem={problem("channels")}
          readOnly={readOnly}
        />
        {groupsQuery.isPending ? (
          <Skeleton className="h-24" />
        ) : groupsQuery.error ? (
          <LoadFailed
            message={groupsQuery.error.message}
            busy={groupsQuery.isFetching}
            onRetry={() => void groupsQuery.refetch()}
          />
        ) : groups.length > 0 ? (
          <PromotionCheckboxGroup
            field="group_ids"
            label="User groups"
            hint="Members of any chosen group. If none is chosen: all citizens."
            options={groups}
            chosen={draft.group_ids}
            onChange={(group_ids) => change({ group_ids })}
            problem={problem("group_ids")}
            readOnly={readOnly}
          />
        ) : (
          <p className="text-muted text-sm">There are no user groups yet: all citizens get it.</p>
        )}
        <DraftCheckboxField
          field="first_payment_only"
          label="First payment only"
          hint="For citizens who have not paid anything before."
          checked={draft.first_payment_only}
          onChange={(first_payment_only) => change({ first_payment_only })}
          readOnly={readOnly}
        />
      </div>
    </Card>
  );
}

type LimitsProps = PromotionFieldsProps & {
  /** Unreserved amount in the promotions pool, in kobo. */
  pool: number;
};

const MAX_COUNT_LENGTH = 11;
const MAX_AMOUNT_LENGTH = 20;

/** Edits a promotion's budget, limits of uses, and dates. */
export function PromotionLimitFields({ pool: poolBalance, ...props }: LimitsProps) {
  const { draft, readOnly } = props;
  const field = createDraftFieldProps(props);
  const usesProps = { max: MAX_COUNT_LENGTH, inputMode: "numeric", optional: true, placeholder: "No limit" } as const;
  return (
    <Card>
      <CardHeader title="Budget, limits and dates" />
      <div className="space-y-4 px-5 pb-5">
        <DraftTextField
          {...field("budget")}
          label="Budget in naira"
          hint={`The promotions pool has ${formatMoney(poolBalance)} available.`}
          inputMode="decimal"
          max={MAX_AMOUNT_LENGTH}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DraftTextField {...field("uses_total")} {...usesProps} label="Uses in total" />
          <DraftTextField {...field("uses_per_user")} {...usesProps} label="Uses per user" />
          {draft.trigger === "code" && (
            <DraftTextField {...field("uses_per_code")} {...usesProps} label="Uses per code" />
          )}
        </div>
        <fieldset disabled={readOnly} className="grid gap-4 sm:grid-cols-2">
          <legend className="sr-only">Start and end</legend>
          <DraftDateTimeField {...field("starts_at")} label="Starts" hint="Lagos time" />
          <DraftDateTimeField
            {...field("ends_at")}
            label="Ends"
            hint="Lagos time. If empty: when the budget is spent."
            optional
          />
        </fieldset>
      </div>
    </Card>
  );
}

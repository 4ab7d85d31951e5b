import { DraftDateTimeField } from "@/components/record-editor/draft-date-time-field";
import {
  DraftCheckboxField,
  DraftFieldAnchor,
  DraftSelectField,
  DraftTextField,
} from "@/components/record-editor/draft-field";
import { createDraftFieldProps, type RecordFieldsProps } from "@/components/record-editor/record-fields";
import { RichTextField } from "@/components/record-editor/rich-text/rich-text-field";
import { Card, CardHeader } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { PROGRAMME_NAME_MAX, PROGRAMME_PURPOSE_MAX, SPONSOR_NAME_MAX } from "@/lib/contract/grant.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { isEmptyText } from "@/lib/contract/rich-text.values";
import { formatMoney } from "@/lib/format";
import type { ProgrammeDraft } from "./programme-draft";

export type ProgrammeFieldsProps = RecordFieldsProps<ProgrammeDraft> & {
  /** True once the programme was opened to applicants, after which its published terms can't be changed. */
  areTermsPublished: boolean;
};

/** Edits a programme's name, sponsor, purpose and public text. */
export function ProgrammeAboutFields(props: ProgrammeFieldsProps) {
  const { draft, change, problem, readOnly, areTermsPublished } = props;
  const field = createDraftFieldProps(props);
  return (
    <Card>
      <CardHeader title="About the programme" />
      <div className="space-y-4 px-5 pb-5">
        <DraftTextField {...field("name")} label="Name" max={PROGRAMME_NAME_MAX} />
        <DraftTextField
          {...field("sponsor")}
          label="Sponsor"
          max={SPONSOR_NAME_MAX}
          readOnly={readOnly || areTermsPublished}
        />
        <DraftTextField {...field("purpose")} label="Purpose" rows={3} max={PROGRAMME_PURPOSE_MAX} />
        <DraftFieldAnchor field="public_text">
          <RichTextField
            label="Public text"
            value={draft.public_text}
            onChange={(text) => change({ public_text: isEmptyText(text) ? null : text })}
            problem={problem("public_text")}
            readOnly={readOnly}
          />
        </DraftFieldAnchor>
        <DraftCheckboxField
          field="publishes_awards"
          label="Publish the award list"
          hint="Anyone can then read the name, LGA and amount of everybody who was paid. It can't be switched on once the programme has opened."
          checked={draft.publishes_awards}
          onChange={(publishes_awards) => change({ publishes_awards })}
          readOnly={readOnly || (areTermsPublished && !draft.publishes_awards)}
        />
      </div>
    </Card>
  );
}

type MoneyFieldsProps = ProgrammeFieldsProps & {
  /** Unreserved amount in the grants pool, in kobo. */
  pool: number;
};

/** Edits a programme's award, budget and application period. */
export function ProgrammeAwardAndBudgetFields({ pool: poolBalance, ...props }: MoneyFieldsProps) {
  const { draft, change, problem, readOnly, areTermsPublished } = props;
  const field = createDraftFieldProps(props);
  return (
    <Card>
      <CardHeader title="Money and window" />
      <div className="space-y-4 px-5 pb-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <DraftSelectField
            field="award_kind"
            label="Each applicant gets"
            value={draft.award_kind}
            options={[
              { value: "fixed", label: "The same amount" },
              { value: "up_to", label: "Up to an amount" },
            ]}
            onChange={(kind) => change({ award_kind: kind as ProgrammeDraft["award_kind"] })}
            problem={problem("award_kind")}
            readOnly={readOnly || areTermsPublished}
          />
          <DraftTextField
            {...field("amount")}
            label={draft.award_kind === "fixed" ? "Amount in naira" : "Maximum in naira"}
            inputMode="decimal"
            max={24}
            readOnly={readOnly || areTermsPublished}
          />
        </div>
        <DraftTextField
          {...field("budget")}
          label="Budget in naira"
          inputMode="decimal"
          hint={
            areTermsPublished
              ? "Raise it with the button above: the difference is reserved in the grants pool."
              : `Reserved in the grants pool when the programme opens. The pool has ${formatMoney(poolBalance)} free.`
          }
          max={24}
          readOnly={readOnly || areTermsPublished}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <fieldset disabled={readOnly || areTermsPublished} className="contents">
            <legend className="sr-only">Opening</legend>
            <DraftDateTimeField {...field("opens_at")} label="Accepts applications from" hint="Lagos time" />
          </fieldset>
          <fieldset disabled={readOnly} className="contents">
            <legend className="sr-only">Closing</legend>
            <DraftDateTimeField
              {...field("closes_at")}
              label="Until"
              hint={areTermsPublished ? "It can be moved to a later time." : "Lagos time"}
            />
          </fieldset>
        </div>
      </div>
    </Card>
  );
}

type EligibilityProps = ProgrammeFieldsProps & { groups: readonly { id: string; name: string }[] };

/** Edits a programme's eligibility rules. The API checks them when a citizen applies and again at approval. */
export function ProgrammeEligibilityFields({ groups, ...props }: EligibilityProps) {
  const { draft, change } = props;
  const isLocked = props.readOnly || props.areTermsPublished;
  const field = createDraftFieldProps({ ...props, readOnly: isLocked });
  const toggle = (lga: (typeof LGAS)[number], isChecked: boolean) =>
    change({ lgas: LGAS.filter((each) => (each === lga ? isChecked : draft.lgas.includes(each))) });
  return (
    <Card>
      <CardHeader title="Who may apply" description="Checked with each application, and again before it is approved." />
      <div className="space-y-4 px-5 pb-5">
        <div className="grid gap-4 sm:grid-cols-3">
          <DraftSelectField
            {...field("tier_min")}
            label="Minimum tier"
            options={["1", "2", "3"].map((value) => ({ value, label: `Tier ${value}` }))}
            placeholder="Any"
          />
          <DraftTextField {...field("age_min")} label="Minimum age" optional inputMode="numeric" max={3} />
          <DraftTextField {...field("age_max")} label="Maximum age" optional inputMode="numeric" max={3} />
        </div>
        <DraftSelectField
          {...field("group_id")}
          label="User group"
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Everybody"
        />
        <DraftFieldAnchor field="lgas">
          <fieldset disabled={isLocked}>
            <legend className="mb-1.5 font-semibold text-sm">LGAs (none chosen: all)</legend>
            <div className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2 md:grid-cols-3">
              {LGAS.map((lga) => (
                <label key={lga} htmlFor={`lga-${lga}`} className="flex items-center gap-2">
                  <Checkbox
                    id={`lga-${lga}`}
                    checked={draft.lgas.includes(lga)}
                    disabled={isLocked}
                    onChange={(event) => toggle(lga, event.target.checked)}
                  />
                  {lga}
                </label>
              ))}
            </div>
          </fieldset>
        </DraftFieldAnchor>
      </div>
    </Card>
  );
}

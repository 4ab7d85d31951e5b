import { EntryCheckbox, EntrySelect, EntrySpot, EntryText } from "@/components/entry/entry-field";
import { LagosTimeField, lagosInstant, lagosLocal } from "@/components/entry/lagos-time-field";
import { RichTextField } from "@/components/entry/rich-text/rich-text-field";
import { Card, CardHeader } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { PROGRAMME_NAME_MAX, PURPOSE_MAX, SPONSOR_MAX } from "@/lib/contract/grant.values";
import { LGAS } from "@/lib/contract/kyc.values";
import { isEmptyText } from "@/lib/contract/rich-text.values";
import { formatMoney } from "@/lib/format";
import type { ProgrammeDraft } from "./programme-draft";

export type ProgrammeFieldsProps = {
  draft: ProgrammeDraft;
  change: (patch: Partial<ProgrammeDraft>) => void;
  /** What is wrong with a field, or with something within it. */
  problem: (field: string) => string | undefined;
  readOnly: boolean;
  /** Applicants were told these: they stay as they are. */
  told: boolean;
};

/** What the programme is for, as the desk and the public read it. */
export function ProgrammeAboutFields({ draft, change, problem, readOnly, told }: ProgrammeFieldsProps) {
  return (
    <Card>
      <CardHeader title="About the programme" />
      <div className="space-y-4 px-5 pb-5">
        <EntryText
          field="name"
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          max={PROGRAMME_NAME_MAX}
          problem={problem("name")}
          readOnly={readOnly}
        />
        <EntryText
          field="sponsor"
          label="Sponsor"
          value={draft.sponsor}
          onChange={(sponsor) => change({ sponsor })}
          max={SPONSOR_MAX}
          problem={problem("sponsor")}
          readOnly={readOnly || told}
        />
        <EntryText
          field="purpose"
          label="Purpose"
          rows={3}
          value={draft.purpose}
          onChange={(purpose) => change({ purpose })}
          max={PURPOSE_MAX}
          problem={problem("purpose")}
          readOnly={readOnly}
        />
        <EntrySpot field="public_text">
          <RichTextField
            label="Public text"
            value={draft.public_text}
            onChange={(text) => change({ public_text: isEmptyText(text) ? null : text })}
            problem={problem("public_text")}
            readOnly={readOnly}
          />
        </EntrySpot>
        <EntryCheckbox
          field="publishes_awards"
          label="Publish the award list"
          hint="Anyone can then read the name, LGA and amount of everybody who was paid. It can't be switched on once applicants have been told otherwise."
          checked={draft.publishes_awards}
          onChange={(publishes_awards) => change({ publishes_awards })}
          readOnly={readOnly || (told && !draft.publishes_awards)}
        />
      </div>
    </Card>
  );
}

type MoneyProps = ProgrammeFieldsProps & {
  /** Kobo in the grants pool that nothing is reserved for. */
  pool: number;
};

/** How much it gives, out of what, and when it takes applications. */
export function ProgrammeMoneyFields({ draft, change, problem, readOnly, told, pool }: MoneyProps) {
  const local = (instant: string | null) => (instant ? lagosLocal(instant) : "");
  return (
    <Card>
      <CardHeader title="Money and window" />
      <div className="space-y-4 px-5 pb-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <EntrySelect
            field="award_kind"
            label="Each applicant gets"
            value={draft.award_kind}
            options={[
              { value: "fixed", label: "The same amount" },
              { value: "up_to", label: "Up to an amount" },
            ]}
            onChange={(kind) => change({ award_kind: kind as ProgrammeDraft["award_kind"] })}
            problem={problem("award_kind")}
            readOnly={readOnly || told}
          />
          <EntryText
            field="amount"
            label={draft.award_kind === "fixed" ? "Amount in naira" : "Maximum in naira"}
            inputMode="decimal"
            value={draft.amount}
            onChange={(amount) => change({ amount })}
            max={24}
            problem={problem("amount")}
            readOnly={readOnly || told}
          />
        </div>
        <EntryText
          field="budget"
          label="Budget in naira"
          inputMode="decimal"
          hint={
            told
              ? "Raise it with the button above: the difference is reserved in the grants pool."
              : `Reserved in the grants pool when the programme opens. The pool has ${formatMoney(pool)} free.`
          }
          value={draft.budget}
          onChange={(budget) => change({ budget })}
          max={24}
          problem={problem("budget")}
          readOnly={readOnly || told}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <fieldset disabled={readOnly || told} className="contents">
            <legend className="sr-only">Opening</legend>
            <EntrySpot field="opens_at">
              <LagosTimeField
                label="Takes applications from"
                hint="Lagos time"
                value={local(draft.opens_at)}
                onChange={(typed) => change({ opens_at: lagosInstant(typed) })}
                problem={problem("opens_at")}
              />
            </EntrySpot>
          </fieldset>
          <fieldset disabled={readOnly} className="contents">
            <legend className="sr-only">Closing</legend>
            <EntrySpot field="closes_at">
              <LagosTimeField
                label="Until"
                hint={told ? "It can be made later." : "Lagos time"}
                value={local(draft.closes_at)}
                onChange={(typed) => change({ closes_at: lagosInstant(typed) })}
                problem={problem("closes_at")}
              />
            </EntrySpot>
          </fieldset>
        </div>
      </div>
    </Card>
  );
}

type WhoProps = ProgrammeFieldsProps & { groups: readonly { id: string; name: string }[] };

/** Who may apply; checked when somebody applies, and again when the application is approved. */
export function ProgrammeWhoFields({ draft, change, problem, readOnly, told, groups }: WhoProps) {
  const locked = readOnly || told;
  const toggle = (lga: (typeof LGAS)[number], on: boolean) =>
    change({ lgas: LGAS.filter((each) => (each === lga ? on : draft.lgas.includes(each))) });
  return (
    <Card>
      <CardHeader title="Who may apply" description="Checked with each application, and again before it is approved." />
      <div className="space-y-4 px-5 pb-5">
        <div className="grid gap-4 sm:grid-cols-3">
          <EntrySelect
            field="tier_min"
            label="Minimum tier"
            value={draft.tier_min}
            options={["1", "2", "3"].map((value) => ({ value, label: `Tier ${value}` }))}
            placeholder="Any"
            onChange={(tier_min) => change({ tier_min })}
            problem={problem("tier_min")}
            readOnly={locked}
          />
          <EntryText
            field="age_min"
            label="Minimum age"
            optional
            inputMode="numeric"
            value={draft.age_min}
            onChange={(age_min) => change({ age_min })}
            max={3}
            problem={problem("age_min")}
            readOnly={locked}
          />
          <EntryText
            field="age_max"
            label="Maximum age"
            optional
            inputMode="numeric"
            value={draft.age_max}
            onChange={(age_max) => change({ age_max })}
            max={3}
            problem={problem("age_max")}
            readOnly={locked}
          />
        </div>
        <EntrySelect
          field="group_id"
          label="User group"
          value={draft.group_id}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Everybody"
          onChange={(group_id) => change({ group_id })}
          problem={problem("group_id")}
          readOnly={locked}
        />
        <EntrySpot field="lgas">
          <fieldset disabled={locked}>
            <legend className="mb-1.5 font-semibold text-sm">LGAs (none chosen: all)</legend>
            <div className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2 md:grid-cols-3">
              {LGAS.map((lga) => (
                <label key={lga} htmlFor={`lga-${lga}`} className="flex items-center gap-2">
                  <Checkbox
                    id={`lga-${lga}`}
                    checked={draft.lgas.includes(lga)}
                    disabled={locked}
                    onChange={(event) => toggle(lga, event.target.checked)}
                  />
                  {lga}
                </label>
              ))}
            </div>
          </fieldset>
        </EntrySpot>
      </div>
    </Card>
  );
}

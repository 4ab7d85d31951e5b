"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateField } from "@/components/common/form/date-field";
import { Form, SubmitButton } from "@/components/common/form/form";
import { MoneyField, NumberField } from "@/components/common/form/number-fields";
import { LoadFailed } from "@/components/common/states";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { Card, CardHeader } from "@/components/ui/card";
import {
  MATCH_RULE_WORDS,
  RECONCILIATION_KIND_WORDS,
  RECONCILIATION_SIDE_WORDS,
} from "@/lib/contract/reconciliation-items.values";
import type { ReconciliationSettings, RuleTrial } from "@/lib/contract/reconciliation-settings";
import { formatCount, formatDay, formatList, formatMoney, lagosDay } from "@/lib/format";
import { ruleTrialQuery, type TryMatchingRulesInput } from "@/lib/queries/reconciliation-rules";

const loadSchema = () => import("@/lib/contract/reconciliation-settings").then((module) => module.ruleTrialInput);

type TriedRule = RuleTrial["rules"][number];

const COLUMNS: readonly TableColumn<TriedRule>[] = [
  { id: "rule", header: "Rule", cell: ({ rule }) => <span className="font-semibold">{MATCH_RULE_WORDS[rule]}</span> },
  { id: "matches", header: "Matches", align: "end", cell: ({ matches }) => formatCount(matches) },
  { id: "items", header: "Items", align: "end", cell: ({ items }) => formatCount(items) },
];

/** Returns the previous month (Lagos), or the days since reconciliation started if it started after that month. */
function defaultPeriod(today: string, startsOn: string | null): { from: string; to: string } {
  const end = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  end.setUTCDate(0);
  const to = end.toISOString().slice(0, 10);
  return startsOn && startsOn > to && startsOn <= today
    ? { from: startsOn, to: today }
    : { from: `${to.slice(0, 7)}-01`, to };
}

/** Tries the matching rules on a past period with other limits: counts the possible matches without storing them. */
export function MatchingRuleTrialCard({ settings }: { settings: ReconciliationSettings }) {
  const [input, setInput] = useState<TryMatchingRulesInput | null>(null);
  const { amount_limit, day_limit, name_limit } = settings;
  return (
    <Card aria-label="Try the rules">
      <CardHeader
        title="Try the rules"
        description="Shows what each rule would match on past days, as if nothing were matched. Nothing is changed."
      />
      <div className="space-y-4 px-5 pb-5">
        <Form<TryMatchingRulesInput>
          schema={loadSchema}
          kept
          defaultValues={{
            ...defaultPeriod(lagosDay(Date.now()), settings.starts_on),
            amount_limit,
            day_limit,
            name_limit,
          }}
          onSubmit={async (typed) => setInput(typed)}
        >
          <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
            <DateField name="from" label="First day" max={lagosDay(Date.now())} />
            <DateField name="to" label="Last day" max={lagosDay(Date.now())} />
            <MoneyField name="amount_limit" label="Difference in naira" />
            <NumberField name="day_limit" label="Difference in days" />
            <NumberField name="name_limit" label="Similarity in percent" />
          </div>
          <SubmitButton>Try</SubmitButton>
        </Form>
        {input && <TrialResult input={input} />}
      </div>
    </Card>
  );
}

function TrialResult({ input }: { input: TryMatchingRulesInput }) {
  const { data, error, isFetching, refetch } = useQuery(ruleTrialQuery(input));
  if (error && !data) return <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />;
  return (
    <div aria-live="polite">
      {data && (
        <p className="mb-3">
          {formatDay(data.from)} to {formatDay(data.to)}: {formatCount(data.items)} items. Not matched:{" "}
          {formatList(
            data.rest.map(({ side, items, amount }) => `${formatCount(items)} (${side}, ${formatMoney(amount)})`),
          ) || "none"}
          .
        </p>
      )}
      <RowsTable label="Result by rule" columns={COLUMNS} rows={data?.rules} rowId={({ rule }) => rule} expected={6} />
      {data?.rules.map((rule) => rule.examples.length > 0 && <Examples key={rule.rule} {...rule} />)}
    </div>
  );
}

function Examples({ rule, examples }: TriedRule) {
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-1 font-semibold">
        {MATCH_RULE_WORDS[rule]}: {examples.length === 1 ? "an example" : `${examples.length} examples`}
      </summary>
      <ol className="mt-2 space-y-3">
        {examples.map((items) => (
          <li key={items[0]?.id} className="rounded-md bg-sunken px-3 py-2">
            <ul className="space-y-1">
              {items.map(({ id, side, kind, day, amount, reference, narration }) => (
                <li key={id} className="flex flex-wrap gap-x-3 wrap-anywhere">
                  <span className="text-muted">
                    {RECONCILIATION_SIDE_WORDS[side]}, {RECONCILIATION_KIND_WORDS[kind].toLowerCase()}
                  </span>
                  <span>{formatDay(day)}</span>
                  <span className="font-semibold tabular-nums">{formatMoney(amount)}</span>
                  <span>{reference ?? narration}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
}

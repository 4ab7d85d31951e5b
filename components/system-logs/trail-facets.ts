import type { Facet } from "@/components/common/table/facet";
import { adminLabel } from "@/lib/format";

type Person = { id: string; name: string; email: string | null };

/** Returns a filter of audit rows by one person, with a choice of these people. */
export const auditPersonFacet = (key: string, label: string, people: readonly Person[] = []): Facet => ({
  kind: "choices",
  key,
  label,
  single: true,
  options: people.map((person) => ({ value: person.id, label: adminLabel(person) })),
});

/** Returns a filter of audit rows by one action, with a choice of these actions. */
export const auditActionFacet = (actions: readonly { action: string; words: string }[] = []): Facet => ({
  kind: "choices",
  key: "action",
  label: "Action",
  single: true,
  options: actions.map(({ action, words }) => ({ value: action, label: words })),
});

/** Filter of audit rows by outcome: done or refused. */
export const AUDIT_OUTCOME_FACET: Facet = {
  kind: "choices",
  key: "outcome",
  label: "Outcome",
  single: true,
  options: [
    { value: "done", label: "Done" },
    { value: "refused", label: "Refused" },
  ],
};

/** Filter of audit rows by the dates on which the actions happened. */
export const AUDIT_TIME_FACET: Facet = { kind: "days", from: "from", to: "to", label: "When" };

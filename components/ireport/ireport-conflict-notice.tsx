import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportPriorityLabel, ireportStateLabel } from "./ireport-words";

const REPORT_DIFF_FIELDS: readonly (readonly [label: string, words: (report: IreportDetails) => string])[] = [
  ["State", ({ state }) => ireportStateLabel(state)],
  ["Owner", ({ owner }) => owner?.name ?? "Nobody"],
  ["Priority", ({ priority }) => ireportPriorityLabel(priority)],
  ["Category", ({ category }) => category.name],
  ["Messages with the citizen", ({ messages }) => String(messages.length)],
];

type Props = {
  changed: { base: IreportDetails; newer: IreportDetails } | null;
  /** Closes the form to show the changed report, and keeps the typed text. */
  onLook: () => void;
};

/** Lists in a form, after a conflict, what another admin changed in the report. */
export function IreportConflictNotice({ changed: conflict, onLook: onView }: Props) {
  if (!conflict) return null;
  const { base, newer } = conflict;
  const differences = REPORT_DIFF_FIELDS.filter(([, toText]) => toText(base) !== toText(newer));
  return (
    <Alert tone="warning" title="Current version">
      {differences.length > 0 && (
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {differences.map(([label, toText]) => (
            <li key={label}>
              {label}: {toText(newer)} (was {toText(base)})
            </li>
          ))}
        </ul>
      )}
      <Button variant="link" size="sm" className="mt-1 -ml-2.5" onClick={onView}>
        View latest version (your text is saved)
      </Button>
    </Alert>
  );
}

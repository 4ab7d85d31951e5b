import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { IreportSingle } from "@/lib/contract/ireport";
import { priorityWords, stateWords } from "./ireport-words";

const FACTS: readonly (readonly [label: string, words: (report: IreportSingle) => string])[] = [
  ["State", ({ state }) => stateWords(state)],
  ["Owner", ({ owner }) => owner?.name ?? "Nobody"],
  ["Priority", ({ priority }) => priorityWords(priority)],
  ["Category", ({ category }) => category.name],
  ["Messages with the citizen", ({ messages }) => String(messages.length)],
];

type Props = {
  changed: { base: IreportSingle; newer: IreportSingle } | null;
  /** Closes the form and keeps its text. */
  onLook: () => void;
};

/** Shows in a form after a conflict what another admin changed in the report. */
export function IreportNewer({ changed, onLook }: Props) {
  if (!changed) return null;
  const { base, newer } = changed;
  const differences = FACTS.filter(([, words]) => words(base) !== words(newer));
  return (
    <Alert tone="warning" title="Current version">
      {differences.length > 0 && (
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {differences.map(([label, words]) => (
            <li key={label}>
              {label}: {words(newer)} (was {words(base)})
            </li>
          ))}
        </ul>
      )}
      <Button variant="link" size="sm" className="mt-1 -ml-2.5" onClick={onLook}>
        View latest version (your text is saved)
      </Button>
    </Alert>
  );
}

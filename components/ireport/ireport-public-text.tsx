"use client";

import { useWatch } from "react-hook-form";
import { TextAreaField } from "@/components/common/form/fields";
import type { IreportDetails } from "@/lib/contract/ireport";
import { IREPORT_MESSAGE_MAX, type IreportState } from "@/lib/contract/ireport.values";
import { pluralize } from "@/lib/format";
import { unfilledPlaceholders } from "./ireport-placeholders";
import { IreportTemplatePicker } from "./ireport-template-picker";

type Props = {
  report: IreportDetails;
  name: string;
  label: string;
  hint?: string;
  rows?: number;
  /** Report states whose reply templates are offered. */
  states: readonly IreportState[];
};

/** Edits a message to the citizen, with a choice of templates. */
export function IreportPublicMessageField({ report, name, label, hint, rows = 4, states }: Props) {
  const open = unfilledPlaceholders(String(useWatch({ name }) ?? ""));
  return (
    <div className="space-y-2">
      <TextAreaField name={name} label={label} hint={hint} max={IREPORT_MESSAGE_MAX} rows={rows} />
      {open.length > 0 && (
        <p role="status" className="text-sm font-medium text-warning">
          Still to fill in: {open.join(", ")}
        </p>
      )}
      <IreportTemplatePicker report={report} states={states} name={name} />
    </div>
  );
}

/** Describes who receives a message to the citizen. */
export function recipientsText({ reporter, duplicates }: Pick<IreportDetails, "reporter" | "duplicates">): string {
  const reporterText = questionRecipientText({ reporter });
  if (duplicates.length === 0) return reporterText;
  return `${reporterText} The reporters of ${pluralize(duplicates.length, "duplicate")} get it too.`;
}

/** Describes who receives a question: only the citizen who submitted the report. */
export const questionRecipientText = ({ reporter }: Pick<IreportDetails, "reporter">) =>
  reporter ? `${reporter.name} gets it by mail and push.` : "Shown to anyone who follows this report with its code.";

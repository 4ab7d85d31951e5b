"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { IreportDetails } from "@/lib/contract/ireport";
import type { IreportState } from "@/lib/contract/ireport.values";
import { ireportCategoriesQuery } from "@/lib/queries/ireport";
import { ireportTemplatesQuery } from "@/lib/queries/ireport-record";
import { appendReplyTemplate, applicableReplyTemplates, fillPlaceholders } from "./ireport-placeholders";

type Props = {
  report: IreportDetails;
  /** Report states whose reply templates are offered. */
  states: readonly IreportState[];
  /** Name of the form field to which a reply template is added. */
  name: string;
};

/** Offers reply templates for the report's category and state. Rendered inline, because a menu would not work in dialogs. */
export function IreportTemplatePicker({ report, states, name }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { getValues, setValue, setFocus } = useFormContext();
  const insertTemplate = (text: string) => {
    setValue(name, appendReplyTemplate(String(getValues(name) ?? ""), fillPlaceholders(text, report)), {
      shouldDirty: true,
    });
    setOpen(false);
    // Focuses the form field after the list of templates is unmounted, because the list still has the focus.
    setTimeout(() => setFocus(name));
  };
  return (
    <div className="space-y-2">
      <Button size="sm" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        Use a template
      </Button>
      {open && <TemplateList id={id} report={report} states={states} onPick={insertTemplate} />}
    </div>
  );
}

type TemplateListProps = Pick<Props, "report" | "states"> & { id: string; onPick: (text: string) => void };

function TemplateList({ id, report, states, onPick }: TemplateListProps) {
  const { data, error } = useQuery(ireportTemplatesQuery());
  const { data: categories } = useQuery(ireportCategoriesQuery());
  if (error && !data) return <p className="text-sm text-danger">{error.message}</p>;
  if (!data) return <Skeleton className="h-16" />;
  const category = report.category.id;
  const parent = categories?.find((each) => each.id === category)?.parent_id;
  const matching = applicableReplyTemplates(data, { category, parent, states });
  if (matching.length === 0)
    return (
      <p id={id} className="text-sm text-muted">
        There are no templates for this category and state.
      </p>
    );
  return (
    <ul
      id={id}
      aria-label="Templates"
      className="max-h-56 space-y-1 overflow-y-auto rounded-md border border-border p-1"
    >
      {matching.map((template) => (
        <li key={template.id}>
          <button
            type="button"
            onClick={() => onPick(template.text)}
            className="block w-full rounded-sm px-2.5 py-1.5 text-left hover:bg-sunken"
          >
            <span className="block text-sm font-semibold">{template.name}</span>
            <span className="line-clamp-2 text-sm text-muted">{fillPlaceholders(template.text, report)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

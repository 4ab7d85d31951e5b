"use client";

import { type FormEvent, useState } from "react";
import { Input } from "@/components/ui/input";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import type { Facet, FilterPanelProps } from "./facet";
import { FilterPanelButtons } from "./panel-buttons";

type TextPanelProps = FilterPanelProps & { facet: Extract<Facet, { kind: "text" }> };

/** Renders the panel of a filter for an exact text, such as a pasted reference. */
export function ExactTextFilterPanel({ facet, filters, onChange, onClose }: TextPanelProps) {
  const [text, setText] = useState(filters[facet.key] ?? "");
  const applyText = (value: string) => {
    onChange({ [facet.key]: value || undefined });
    onClose();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    applyText(cleanPastedValue(text));
  };
  return (
    <form onSubmit={apply} className="w-72 max-w-full space-y-3 p-2" noValidate>
      <Input
        aria-label={facet.label}
        placeholder={facet.placeholder}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FilterPanelButtons onClear={() => applyText("")} />
    </form>
  );
}

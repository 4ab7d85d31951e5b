"use client";

import { type FormEvent, useState } from "react";
import { Input } from "@/components/ui/input";
import type { Facet, PanelProps } from "./facet";
import { PanelButtons } from "./panel-buttons";

type TextPanelProps = PanelProps & { facet: Extract<Facet, { kind: "text" }> };

/** Text that has to be the same, such as a pasted reference. */
export function TextPanel({ facet, filters, onChange, onClose }: TextPanelProps) {
  const [typed, setTyped] = useState(filters[facet.key] ?? "");
  const set = (value: string) => {
    onChange({ [facet.key]: value || undefined });
    onClose();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    set(typed.trim());
  };
  return (
    <form onSubmit={apply} className="w-72 max-w-full space-y-3 p-2" noValidate>
      <Input
        aria-label={facet.label}
        placeholder={facet.placeholder}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PanelButtons onClear={() => set("")} />
    </form>
  );
}

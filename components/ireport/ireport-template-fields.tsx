"use client";

import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { TextAreaField } from "@/components/common/form/fields";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { IREPORT_MESSAGE_MAX, IREPORT_PLACEHOLDERS } from "@/lib/contract/ireport.values";
import { findUnknownPlaceholders, ReplyTemplatePreview } from "./ireport-template-preview";

const PLACEHOLDER_LABELS: Record<(typeof IREPORT_PLACEHOLDERS)[number], string> = {
  name: "Citizen's name",
  number: "Report number",
  title: "Report title",
};

/** Edits the text of a reply template, with buttons that insert placeholders and a preview. */
export function ReplyTemplateFields() {
  const boxRef = useRef<HTMLDivElement>(null);
  const { setValue } = useFormContext();
  const text = String(useWatch({ name: "text" }) ?? "");
  const unknown = findUnknownPlaceholders(text);
  const insert = (name: string) => {
    const textArea = boxRef.current?.querySelector("textarea");
    if (!textArea) return;
    const [from, to] = [textArea.selectionStart, textArea.selectionEnd];
    const placeholder = `{${name}}`;
    setValue("text", text.slice(0, from) + placeholder + text.slice(to), { shouldDirty: true });
    textArea.focus();
    // Moves the caret behind the placeholder, after React has set the new text.
    requestAnimationFrame(() => textArea.setSelectionRange(from + placeholder.length, from + placeholder.length));
  };
  return (
    <>
      <div ref={boxRef} className="space-y-2">
        <TextAreaField
          name="text"
          label="Text"
          rows={6}
          max={IREPORT_MESSAGE_MAX}
          hint="A draft: the officer edits it before it is sent to the citizen."
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields */}
        <div role="group" aria-label="Insert into the text" className="flex flex-wrap gap-2">
          {IREPORT_PLACEHOLDERS.map((name) => (
            <Button key={name} size="sm" onClick={() => insert(name)}>
              {PLACEHOLDER_LABELS[name]} <code className="font-normal text-muted">{`{${name}}`}</code>
            </Button>
          ))}
        </div>
      </div>
      {unknown.length > 0 && (
        <Alert tone="warning">
          Unknown {unknown.length === 1 ? "placeholder" : "placeholders"}: {unknown.join(", ")}. Text in braces that is
          not a placeholder is sent as written.
        </Alert>
      )}
      <section aria-label="Preview" className="rounded-md bg-sunken px-4 py-3 text-sm">
        <h3 className="mb-1 text-xs font-semibold text-muted">Preview with an example report</h3>
        {text.trim() ? (
          <ReplyTemplatePreview text={text} />
        ) : (
          <p className="text-muted">Enter a text to see it filled in.</p>
        )}
      </section>
    </>
  );
}

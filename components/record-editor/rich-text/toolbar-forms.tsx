"use client";

import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useId, useState } from "react";
import { FieldError } from "@/components/common/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { ALT_TEXT_MAX, isAllowedLink } from "@/lib/contract/content-entries.values";
import { cleanPastedLink } from "@/lib/contract/pasted.values";

const FORM_ROW_CLASS = "flex flex-wrap items-center gap-2 border-border border-t px-2 py-1.5";
const INVALID_LINK = "Enter an address that begins with https://, mailto: or tel:.";

/** Completes a typed link: adds `https://` to `example.com`, and `mailto:` to `ada@example.com`. */
function normalizeLink(input: string): string {
  const address = cleanPastedLink(input);
  if (isAllowedLink(address)) return address;
  if (/^[^@\s:/]+@[^@\s]+$/.test(address)) return `mailto:${address}`;
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(address) ? `https://${address}` : address;
}

/** Edits the link of the selected words. */
export function RichTextLinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [input, setTyped] = useState<string>(() => editor.getAttributes("link").href ?? "");
  const [problem, setProblem] = useState<string>();
  const hasLink = editor.isActive("link");
  const hasTarget = hasLink || !editor.state.selection.empty;
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = () => {
    const href = normalizeLink(input);
    if (!isAllowedLink(href)) return setProblem(INVALID_LINK);
    const link = editor.chain().focus().extendMarkRange("link");
    if (hasTarget) link.setLink({ href }).run();
    else link.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Stops the key event, so that Enter does not submit the enclosing form and Escape does not close the dialog.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") apply();
    else close();
  };
  return (
    <div className={FORM_ROW_CLASS}>
      <label htmlFor={id} className="text-sm">
        Leads to
      </label>
      <div className="min-w-48 flex-1">
        <Input
          id={id}
          autoFocus
          value={input}
          inputMode="url"
          placeholder="https://"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-8"
        />
        <FieldError id={id} error={problem} />
      </div>
      <Button size="sm" variant="primary" onClick={apply}>
        Set link
      </Button>
      {hasLink && (
        <Button
          size="sm"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            onClose();
          }}
        >
          Remove link
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={close}>
        Cancel
      </Button>
    </div>
  );
}

/** Edits the text alternative of the selected picture. */
export function ImageAltForm({ editor }: { editor: Editor }) {
  const id = useId();
  const alt = useEditorState({ editor, selector: ({ editor: now }) => String(now.getAttributes("image").alt ?? "") });
  return (
    <div className={FORM_ROW_CLASS}>
      <label htmlFor={id} className="text-sm">
        What the picture shows
      </label>
      <Input
        id={id}
        value={alt}
        maxLength={ALT_TEXT_MAX}
        placeholder="Such as: dancers in a street of Calabar"
        className="h-8 min-w-48 flex-1"
        onChange={(event) => editor.commands.updateAttributes("image", { alt: event.target.value })}
      />
      <Button size="sm" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove picture
      </Button>
    </div>
  );
}

const TABLE_TOOLS: readonly (readonly [string, (editor: Editor) => void])[] = [
  ["Add row", (editor) => editor.chain().focus().addRowAfter().run()],
  ["Delete row", (editor) => editor.chain().focus().deleteRow().run()],
  ["Add column", (editor) => editor.chain().focus().addColumnAfter().run()],
  ["Delete column", (editor) => editor.chain().focus().deleteColumn().run()],
  ["Delete table", (editor) => editor.chain().focus().deleteTable().run()],
];

/** Renders buttons that add and remove rows and columns of the selected table. */
export function TableEditButtons({ editor }: { editor: Editor }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Table" className={FORM_ROW_CLASS}>
      {TABLE_TOOLS.map(([label, runTool]) => (
        <Button key={label} size="sm" variant="ghost" onClick={() => runTool(editor)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

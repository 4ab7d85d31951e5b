"use client";

import { type Editor, useEditorState } from "@tiptap/react";
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  Redo2,
  Strikethrough,
  Table2,
  TextQuote,
  Underline,
  Undo2,
} from "lucide-react";
import { type ComponentType, type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { PICTURE_ACCEPT } from "@/lib/contract/uploads.values";
import { ImageAltForm, RichTextLinkForm, TableEditButtons } from "./toolbar-forms";

type ToolbarTool = {
  name: string;
  label: string;
  icon: ComponentType<{ "aria-hidden": "true" }>;
  run: (editor: Editor) => void;
  active?: (editor: Editor) => boolean;
  able?: (editor: Editor) => boolean;
};

const focusedChain = (editor: Editor) => editor.chain().focus();

const TOOLBAR_TOOLS: readonly ToolbarTool[] = [
  {
    name: "h2",
    label: "Heading",
    icon: Heading2,
    run: (e) => focusedChain(e).toggleHeading({ level: 2 }).run(),
    active: (e) => e.isActive("heading", { level: 2 }),
  },
  {
    name: "h3",
    label: "Smaller heading",
    icon: Heading3,
    run: (e) => focusedChain(e).toggleHeading({ level: 3 }).run(),
    active: (e) => e.isActive("heading", { level: 3 }),
  },
  {
    name: "bold",
    label: "Bold",
    icon: Bold,
    run: (e) => focusedChain(e).toggleBold().run(),
    active: (e) => e.isActive("bold"),
  },
  {
    name: "italic",
    label: "Italic",
    icon: Italic,
    run: (e) => focusedChain(e).toggleItalic().run(),
    active: (e) => e.isActive("italic"),
  },
  {
    name: "underline",
    label: "Underline",
    icon: Underline,
    run: (e) => focusedChain(e).toggleUnderline().run(),
    active: (e) => e.isActive("underline"),
  },
  {
    name: "strike",
    label: "Strikethrough",
    icon: Strikethrough,
    run: (e) => focusedChain(e).toggleStrike().run(),
    active: (e) => e.isActive("strike"),
  },
  {
    name: "ul",
    label: "Bulleted list",
    icon: List,
    run: (e) => focusedChain(e).toggleBulletList().run(),
    active: (e) => e.isActive("bulletList"),
  },
  {
    name: "ol",
    label: "Numbered list",
    icon: ListOrdered,
    run: (e) => focusedChain(e).toggleOrderedList().run(),
    active: (e) => e.isActive("orderedList"),
  },
  {
    name: "quote",
    label: "Quote",
    icon: TextQuote,
    run: (e) => focusedChain(e).toggleBlockquote().run(),
    active: (e) => e.isActive("blockquote"),
  },
  { name: "rule", label: "Line", icon: Minus, run: (e) => focusedChain(e).setHorizontalRule().run() },
  {
    name: "table",
    label: "Table",
    icon: Table2,
    run: (e) => focusedChain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    able: (e) => !e.isActive("table"),
  },
  { name: "undo", label: "Undo", icon: Undo2, run: (e) => focusedChain(e).undo().run(), able: (e) => e.can().undo() },
  { name: "redo", label: "Redo", icon: Redo2, run: (e) => focusedChain(e).redo().run(), able: (e) => e.can().redo() },
];

type RichTextToolbarProps = {
  editor: Editor;
  /** Progress of a picture's upload from 0 to 1; null if there is none. */
  sending: number | null;
  /** Inserts a picture. Omitted if the text allows no pictures. */
  onPicture?: (file: File) => void;
};

/** Renders the editor's toolbar as one tab stop. Arrow keys move between its buttons. */
export function RichTextToolbar({ editor, sending: uploadProgress, onPicture: onImage }: RichTextToolbarProps) {
  const [isLinkFormOpen, setIsLinkFormOpen] = useState(false);
  const [at, setAt] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      active: TOOLBAR_TOOLS.filter(({ active }) => active?.(now)).map(({ name }) => name),
      unable: TOOLBAR_TOOLS.filter(({ able: isEnabled }) => isEnabled && !isEnabled(now)).map(({ name }) => name),
      link: now.isActive("link"),
      table: now.isActive("table"),
      image: now.isActive("image"),
    }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>("button[data-tool]") ?? [])];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step
      ? (at + step + buttons.length) % buttons.length
      : event.key === "Home"
        ? 0
        : event.key === "End"
          ? buttons.length - 1
          : null;
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    buttons[next]?.focus();
  };
  const tool = (index: number) => ({ "data-tool": true, tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) });
  return (
    <div className="border-border border-b bg-sunken">
      <div
        ref={bar}
        role="toolbar"
        aria-label="Formatting"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-0.5 p-1"
      >
        {TOOLBAR_TOOLS.map(({ name, label, icon: Icon, run }, index) => (
          <Button
            key={name}
            {...tool(index)}
            variant="ghost"
            size="icon-sm"
            title={label}
            aria-label={label}
            aria-pressed={state.active.includes(name)}
            aria-disabled={state.unable.includes(name)}
            className="aria-pressed:bg-primary-soft aria-pressed:text-primary"
            onClick={() => !state.unable.includes(name) && run(editor)}
          >
            <Icon aria-hidden="true" />
          </Button>
        ))}
        <Button
          {...tool(TOOLBAR_TOOLS.length)}
          variant="ghost"
          size="icon-sm"
          title="Link"
          aria-label="Link"
          aria-expanded={isLinkFormOpen}
          aria-pressed={state.link}
          className="aria-pressed:bg-primary-soft aria-pressed:text-primary"
          onClick={() => setIsLinkFormOpen(!isLinkFormOpen)}
        >
          <Link2 aria-hidden="true" />
        </Button>
        {onImage && (
          <>
            <Button
              {...tool(TOOLBAR_TOOLS.length + 1)}
              variant="ghost"
              size="icon-sm"
              title="Picture"
              aria-label="Picture"
              busy={uploadProgress !== null}
              onClick={() => input.current?.click()}
            >
              {uploadProgress === null && <ImagePlus aria-hidden="true" />}
            </Button>
            <input
              ref={input}
              type="file"
              accept={PICTURE_ACCEPT}
              className="hidden"
              tabIndex={-1}
              aria-label="Picture file"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) onImage(file);
                target.value = "";
              }}
            />
          </>
        )}
      </div>
      {isLinkFormOpen && <RichTextLinkForm editor={editor} onClose={() => setIsLinkFormOpen(false)} />}
      {state.image && <ImageAltForm editor={editor} />}
      {state.table && <TableEditButtons editor={editor} />}
      <p role="status" className="sr-only">
        {uploadProgress !== null && `Sending the picture, ${Math.round(uploadProgress * 100)} percent`}
      </p>
    </div>
  );
}

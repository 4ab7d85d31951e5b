"use client";

import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { isSame } from "@/components/entry/entry-draft";
import { Alert } from "@/components/ui/alert";
import { extensionsFor } from "./extensions";
import { cleanPasted } from "./pasted";
import { PROSE } from "./prose";
import type { RichTextFieldProps } from "./rich-text-field";
import { storedOf } from "./stored";
import { RichTextToolbar } from "./toolbar";

type RichTextEditorProps = RichTextFieldProps & { labelledBy: string; errorId?: string };

const EMPTY = { type: "doc", content: [{ type: "paragraph" }] };

/** The editor itself. What it holds goes up with every change, as it would be stored. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, language, dir, labelledBy, errorId, onUpload } = props;
  // What the editor was made with asks for the newest of these.
  const latest = useRef(props);
  latest.current = props;
  const own = useRef(value);
  const [sending, setSending] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const editor = useEditor({
    extensions: extensionsFor((imageId) => latest.current.imageUrl(imageId)),
    content: value ?? EMPTY,
    autofocus: "end",
    injectCSS: false,
    immediatelyRender: false,
    editorProps: {
      attributes: {
        class: `${PROSE} min-h-40 px-3 py-1 outline-none`,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
        ...(errorId && { "aria-invalid": "true", "aria-describedby": errorId }),
        ...(language && { lang: language }),
        ...(dir && { dir }),
      },
      transformPastedHTML: cleanPasted,
      handlePaste: (_view, event) => takeFiles(event.clipboardData?.files),
      handleDrop: (_view, event) => takeFiles((event as DragEvent).dataTransfer?.files),
    },
    onUpdate: ({ editor: changed }) => {
      own.current = storedOf(changed.getJSON());
      latest.current.onChange(own.current);
    },
  });

  // What was taken over from elsewhere, such as an earlier version, takes the place of what is written.
  useEffect(() => {
    if (!editor || isSame(own.current, value)) return;
    own.current = value;
    editor.commands.setContent(value ?? EMPTY, { emitUpdate: false });
  }, [editor, value]);

  const send = async (target: Editor, file: File) => {
    leaving.current = new AbortController();
    setFailure(null);
    setSending(0);
    try {
      const image = await onUpload(file, setSending, leaving.current.signal);
      target
        .chain()
        .focus()
        .insertContent({ type: "image", attrs: { imageId: image.id, alt: "" } })
        .run();
    } catch (error) {
      if (!leaving.current.signal.aborted)
        setFailure(error instanceof Error ? error.message : "The picture wasn't sent. Try again.");
    } finally {
      setSending(null);
    }
  };
  const editorNow = useRef(editor);
  editorNow.current = editor;
  function takeFiles(files: FileList | null | undefined): boolean {
    const file = [...(files ?? [])].find(({ type }) => type.startsWith("image/"));
    if (!file || !editorNow.current) return false;
    void send(editorNow.current, file);
    return true;
  }

  if (!editor) return null;
  return (
    <div
      className={`overflow-clip rounded-md border bg-surface focus-within:border-primary ${errorId ? "border-danger" : "border-control"}`}
    >
      <RichTextToolbar editor={editor} sending={sending} onPicture={(file) => void send(editor, file)} />
      {failure && (
        <div className="p-2">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}

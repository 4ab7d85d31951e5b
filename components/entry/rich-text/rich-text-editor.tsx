"use client";

import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { isSame } from "@/components/entry/entry-draft";
import { Alert } from "@/components/ui/alert";
import { messageOf } from "@/lib/client/api-error";
import { extensionsFor } from "./extensions";
import { cleanPasted, hasWords } from "./pasted";
import { PROSE } from "./prose";
import type { RichTextFieldProps } from "./rich-text-field";
import { storedOf } from "./stored";
import { RichTextToolbar } from "./toolbar";

type RichTextEditorProps = RichTextFieldProps & { labelledBy: string; errorId?: string };

const EMPTY = { type: "doc", content: [{ type: "paragraph" }] };

/** Renders the editor. Calls `onChange` with the stored form after every change. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, language, dir, labelledBy, errorId } = props;
  // The editor's callbacks read the current props from this ref.
  const latest = useRef(props);
  latest.current = props;
  const own = useRef(value);
  const [sending, setSending] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const looks = useRef(new Set<() => void>());
  // Updates the pictures' URLs after every render, because they may load or change later.
  useEffect(() => {
    for (const look of looks.current) look();
  });

  const editor = useEditor({
    extensions: extensionsFor(
      (imageId) => latest.current.imageUrl?.(imageId),
      (look) => {
        looks.current.add(look);
        return () => looks.current.delete(look);
      },
    ),
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
      handlePaste: (_view, event) => takeFiles(event.clipboardData),
      handleDrop: (_view, event, _slice, moved) => !moved && takeFiles((event as DragEvent).dataTransfer),
    },
    onUpdate: ({ editor: changed }) => {
      own.current = storedOf(changed.getJSON());
      latest.current.onChange(own.current);
    },
  });

  // Replaces the content when the value changes elsewhere, for example when a version is restored.
  useEffect(() => {
    if (!editor || isSame(own.current, value)) return;
    own.current = value;
    editor.commands.setContent(value ?? EMPTY, { emitUpdate: false });
  }, [editor, value]);

  const queue = useRef<File[]>([]);
  const running = useRef<AbortController>(null);
  useEffect(
    () => () => {
      queue.current = [];
      running.current?.abort();
    },
    [],
  );
  const sendOne = async (target: Editor, file: File) => {
    const { onUpload } = latest.current;
    if (!onUpload) return setFailure("This text can't contain pictures.");
    const stop = new AbortController();
    running.current = stop;
    setSending(0);
    try {
      const image = await onUpload(file, setSending, stop.signal);
      if (stop.signal.aborted) return;
      // Inserts after the current selection, such as the previous picture, so that nothing is replaced.
      const { to } = target.state.selection;
      const picture = { type: "image", attrs: { imageId: image.id, alt: "" } };
      target.chain().focus().insertContentAt(to, picture).run();
    } catch (error) {
      if (!stop.signal.aborted) setFailure(messageOf(error, "The picture wasn't sent. Try again."));
    }
  };
  /** Uploads files one after the other. Files added during an upload wait in the queue. */
  const send = async (target: Editor, files: readonly File[]) => {
    queue.current.push(...files);
    if (running.current) return;
    setFailure(null);
    for (let file = queue.current.shift(); file; file = queue.current.shift()) await sendOne(target, file);
    running.current = null;
    setSending(null);
  };
  const editorNow = useRef(editor);
  editorNow.current = editor;
  function takeFiles(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    // Ignores pictures if there is text: Excel and Word add a picture of the copied words.
    if (files.length === 0 || !editorNow.current || hasWords(data?.getData("text/html") ?? "")) return false;
    void send(editorNow.current, files);
    return true;
  }

  if (!editor) return null;
  return (
    <div
      className={`overflow-clip rounded-md border bg-surface focus-within:border-primary ${errorId ? "border-danger" : "border-control"}`}
    >
      <RichTextToolbar
        editor={editor}
        sending={sending}
        onPicture={props.onUpload && ((file) => void send(editor, [file]))}
      />
      {failure && (
        <div className="p-2">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}

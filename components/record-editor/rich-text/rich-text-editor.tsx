"use client";

import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { isSameValue } from "@/components/record-editor/draft-values";
import { Alert } from "@/components/ui/alert";
import { errorMessageOf } from "@/lib/client/api-error";
import { cleanPastedHtml, htmlContainsText } from "./clean-pasted";
import { editorExtensions } from "./extensions";
import { RICH_TEXT_CLASS } from "./prose";
import type { RichTextFieldProps } from "./rich-text-field";
import { toStoredRichText } from "./to-stored";
import { RichTextToolbar } from "./toolbar";

type RichTextEditorProps = RichTextFieldProps & { labelledBy: string; errorId?: string };

const EMPTY_DOCUMENT = { type: "doc", content: [{ type: "paragraph" }] };

/** Renders the rich text editor. Calls `onChange` with the stored form after every change. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, language, dir, labelledBy, errorId } = props;
  // The editor's callbacks read the current props from this ref.
  const latest = useRef(props);
  latest.current = props;
  const ownValue = useRef(value);
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const imageUpdaters = useRef(new Set<() => void>());
  // Updates the pictures' URLs after every render, because pictures may load later.
  useEffect(() => {
    for (const updateImage of imageUpdaters.current) updateImage();
  });

  const editor = useEditor({
    extensions: editorExtensions(
      (imageId) => latest.current.imageUrl?.(imageId),
      (updateImage) => {
        imageUpdaters.current.add(updateImage);
        return () => imageUpdaters.current.delete(updateImage);
      },
    ),
    content: value ?? EMPTY_DOCUMENT,
    autofocus: "end",
    injectCSS: false,
    immediatelyRender: false,
    editorProps: {
      attributes: {
        class: `${RICH_TEXT_CLASS} min-h-40 px-3 py-1 outline-none`,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
        ...(errorId && { "aria-invalid": "true", "aria-describedby": errorId }),
        ...(language && { lang: language }),
        ...(dir && { dir }),
      },
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (_view, event) => acceptFiles(event.clipboardData),
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && acceptFiles((event as DragEvent).dataTransfer),
    },
    onUpdate: ({ editor: changedEditor }) => {
      ownValue.current = toStoredRichText(changedEditor.getJSON());
      latest.current.onChange(ownValue.current);
    },
  });

  // Replaces the editor's content when the value changes elsewhere, such as when a version is restored.
  useEffect(() => {
    if (!editor || isSameValue(ownValue.current, value)) return;
    ownValue.current = value;
    editor.commands.setContent(value ?? EMPTY_DOCUMENT, { emitUpdate: false });
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
  const uploadOne = async (target: Editor, file: File) => {
    const { onUpload } = latest.current;
    if (!onUpload) return setFailure("This text can't contain pictures.");
    const controller = new AbortController();
    running.current = controller;
    setUploadProgress(0);
    try {
      const image = await onUpload(file, setUploadProgress, controller.signal);
      if (controller.signal.aborted) return;
      // Inserts the picture after the selection, which may be the previous picture, so that nothing is replaced.
      const { to } = target.state.selection;
      const imageNode = { type: "image", attrs: { imageId: image.id, alt: "" } };
      target.chain().focus().insertContentAt(to, imageNode).run();
    } catch (error) {
      if (!controller.signal.aborted) setFailure(errorMessageOf(error, "The picture wasn't sent. Try again."));
    }
  };
  /** Uploads files one after the other. Files added during an upload are queued. */
  const uploadAll = async (target: Editor, files: readonly File[]) => {
    queue.current.push(...files);
    if (running.current) return;
    setFailure(null);
    for (let file = queue.current.shift(); file; file = queue.current.shift()) await uploadOne(target, file);
    running.current = null;
    setUploadProgress(null);
  };
  const latestEditor = useRef(editor);
  latestEditor.current = editor;
  function acceptFiles(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    // Ignores pictures if the clipboard has text too: Excel and Word add a picture of the copied text.
    if (files.length === 0 || !latestEditor.current || htmlContainsText(data?.getData("text/html") ?? "")) return false;
    void uploadAll(latestEditor.current, files);
    return true;
  }

  if (!editor) return null;
  return (
    <div
      className={`overflow-clip rounded-md border bg-surface focus-within:border-primary ${errorId ? "border-danger" : "border-control"}`}
    >
      <RichTextToolbar
        editor={editor}
        sending={uploadProgress}
        onPicture={props.onUpload && ((file) => void uploadAll(editor, [file]))}
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

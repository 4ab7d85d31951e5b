"use client";

import { clsx } from "clsx";
import { Upload } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { TABLE_FILE_TYPES } from "@/lib/client/read-table";

type TableUploadProps = {
  /** Accessible name of the file input, such as "CSV or Excel file of codes". */
  label: string;
  hint: ReactNode;
  busy?: boolean;
  /** Accepted file types; default: CSV and Excel. */
  accept?: string;
  onFile: (file: File) => void;
  /** Called with all chosen files, instead of `onFile`. Set it to let users choose several files. */
  onFiles?: (files: File[]) => void;
  /** Called with the text of cells dragged from a spreadsheet. */
  onText?: (text: string) => void;
  children?: ReactNode;
};

/** Accepts a CSV or Excel file that is chosen, dropped or pasted. */
export function TableUpload({
  label,
  hint,
  busy,
  accept = TABLE_FILE_TYPES,
  onFile,
  onFiles,
  onText,
  children,
}: TableUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const acceptFiles = (files: File[]) => {
    if (onFiles) onFiles(files);
    else if (files[0]) onFile(files[0]);
  };
  const acceptData = (data: DataTransfer): boolean => {
    const files = [...data.files];
    const [file] = files;
    const text = file ? "" : data.getData("text/plain");
    if (busy || !(file || (text && onText))) return false;
    if (file) acceptFiles(files);
    else onText?.(text);
    return true;
  };
  return (
    <fieldset
      className={clsx(
        "space-y-2 rounded-md border border-dashed p-3",
        isDraggedOver ? "border-primary bg-sunken" : "border-border",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDraggedOver(false);
        acceptData(event.dataTransfer);
      }}
      onPaste={(event) => {
        // Handles pasted files only. Pasted text belongs to the focused field.
        if (event.clipboardData.files.length && acceptData(event.clipboardData)) event.preventDefault();
      }}
    >
      <legend className="sr-only">{label}</legend>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={onFiles !== undefined}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const selectedFiles = [...(event.target.files ?? [])];
          if (selectedFiles.length) acceptFiles(selectedFiles);
          // Resets the input, so that the same file can be chosen again after an error.
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Button busy={busy} onClick={() => input.current?.click()}>
          {!busy && <Upload aria-hidden="true" />} Upload file
        </Button>
        <span className="min-w-0 flex-1 basis-56 text-muted">{hint}</span>
      </div>
      {children}
    </fieldset>
  );
}

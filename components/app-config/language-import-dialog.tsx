"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RowProblemList } from "@/components/common/form/row-problems";
import { TableUpload } from "@/components/common/form/table-upload";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessageOf } from "@/lib/client/api-error";
import { TABLE_FILE_TYPES } from "@/lib/client/read-table";
import type { Language, TranslationImportPreview } from "@/lib/contract/app-config-languages";
import { pluralize } from "@/lib/format";
import { importTranslationsMutation, previewImportMutation, type TranslationBundle } from "@/lib/queries/languages";
import { TextChangeList } from "./language-changes";
import {
  type ImportedTranslationFile,
  mergeImportPreviews,
  previewedTextVersions,
  readTranslationFile,
  splitTranslationBundle,
} from "./language-import-file";
import { formatTextCount } from "./language-words";

type ImportStep =
  | { at: "choose" }
  | { at: "reading" }
  | {
      at: "preview" | "importing";
      file: Omit<ImportedTranslationFile, "bundle">;
      parts: TranslationBundle[];
      preview: TranslationImportPreview;
      taken: TranslationImportPreview[];
    }
  | { at: "done"; result: TranslationImportPreview };

type PreviewStep = Extract<ImportStep, { parts: TranslationBundle[] }>;

/** Imports a file with one language's texts: previews the changes, then shows the result. */
export function ImportTextsDialog({ language, onClose }: { language: Language; onClose: () => void }) {
  const { code, name } = language;
  const [step, setStep] = useState<ImportStep>({ at: "choose" });
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useMutation(previewImportMutation());
  const importPart = useMutation(importTranslationsMutation());
  const showError = (error: unknown) => setProblem(errorMessageOf(error));

  const chooseFile = async (file: File) => {
    setProblem(null);
    setStep({ at: "reading" });
    try {
      const { bundle, ...rest } = await readTranslationFile(file, language);
      const parts = splitTranslationBundle(bundle);
      const previews: TranslationImportPreview[] = [];
      for (const part of parts) previews.push(await preview.mutateAsync({ code, texts: part }));
      setStep({ at: "preview", file: rest, parts, preview: mergeImportPreviews(previews), taken: [] });
    } catch (error) {
      showError(error);
      setStep({ at: "choose" });
    }
  };
  /** Imports the parts of a file. @param importedBefore results of parts that were imported before a request failed */
  const importParts = async ({ file, parts, preview: shown, taken: importedBefore }: PreviewStep) => {
    setProblem(null);
    setStep({ at: "importing", file, parts, preview: shown, taken: importedBefore });
    const taken = [...importedBefore];
    try {
      for (const part of parts)
        taken.push(await importPart.mutateAsync({ code, texts: part, versions: previewedTextVersions(part, shown) }));
      setStep({ at: "done", result: mergeImportPreviews(taken) });
    } catch (error) {
      showError(error);
      setStep({ at: "preview", file, parts: parts.slice(taken.length - importedBefore.length), preview: shown, taken });
    }
  };

  const changes =
    step.at === "preview" || step.at === "importing" ? step.preview.new.length + step.preview.changed.length : 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      locked={step.at === "importing"}
      title={
        step.at === "done"
          ? `${formatTextCount(step.result.new.length + step.result.changed.length)} imported`
          : `Import texts: ${name}`
      }
      description={
        step.at === "choose"
          ? "The JSON file of an export, or a table with a column of keys and one of texts."
          : undefined
      }
      footer={
        step.at === "done" ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={step.at === "importing"}>
              Cancel
            </Button>
            {(step.at === "preview" || step.at === "importing") && (
              <Button
                variant="primary"
                busy={step.at === "importing"}
                disabled={changes === 0}
                onClick={() => void importParts(step)}
              >
                {step.at === "preview" && step.taken.length > 0
                  ? "Import the rest"
                  : `Import ${formatTextCount(changes)}`}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="space-y-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {step.at === "reading" && <Skeleton className="h-40" />}
        {(step.at === "choose" || step.at === "preview") && (
          <TableUpload
            label={step.at === "choose" ? "File" : "Other file"}
            hint="JSON, Excel or CSV. You can also drop it here."
            accept={`.json,application/json,${TABLE_FILE_TYPES}`}
            onFile={(file) => void chooseFile(file)}
          />
        )}
        {(step.at === "preview" || step.at === "importing") && (
          <>
            {changes === 0 && <Alert>Nothing in this file would change a text.</Alert>}
            {step.file.sheet && <p className="text-muted text-sm">Read from sheet “{step.file.sheet}”.</p>}
            {step.file.invalidRows.length > 0 && (
              <div>
                <p className="font-semibold text-sm">
                  {pluralize(step.file.invalidRows.length, "row is", "rows are")} left out
                </p>
                <RowProblemList rows={step.file.invalidRows} />
              </div>
            )}
            <Preview preview={step.preview} />
          </>
        )}
        {step.at === "done" && (
          <>
            <p>
              {pluralize(step.result.new.length, "new text", "new texts")},{" "}
              {pluralize(step.result.changed.length, "changed text", "changed texts")}, {step.result.broken.length} left
              out.
            </p>
            <TextChangeList label="Left out" rows={step.result.broken} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Preview({ preview }: { preview: TranslationImportPreview }) {
  return (
    <>
      <TextChangeList label="Broken, left out" rows={preview.broken} />
      <TextChangeList label="New" rows={preview.new} />
      <TextChangeList label="Changed" rows={preview.changed} />
      {preview.same > 0 && (
        <p className="text-muted text-sm">
          {pluralize(preview.same, "text is", "texts are")} the same or empty and stay as they are.
        </p>
      )}
    </>
  );
}

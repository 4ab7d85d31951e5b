"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { messageOf } from "@/lib/client/api-error";
import type { ImportPreview, Language } from "@/lib/contract/app-config-languages";
import { type Bundle, importTextsMutation, previewImportMutation } from "@/lib/queries/languages";
import { LanguageChanges } from "./language-changes";
import { joined, partsOf, readBundle, versionsOf } from "./language-import-file";
import { count, texts } from "./language-words";

type Step =
  | { at: "choose" }
  | { at: "reading" }
  | { at: "preview" | "importing"; parts: Bundle[]; preview: ImportPreview; taken: ImportPreview[] }
  | { at: "done"; result: ImportPreview };

/** Imports a file of one language: first what it would do, then what it did. */
export function ImportDialog({ language, onClose }: { language: Language; onClose: () => void }) {
  const { code, name } = language;
  const field = useId();
  const [step, setStep] = useState<Step>({ at: "choose" });
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useMutation(previewImportMutation());
  const take = useMutation(importTextsMutation());
  const fail = (error: unknown) => setProblem(messageOf(error));

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    setStep({ at: "reading" });
    try {
      const parts = partsOf(await readBundle(file));
      const previews: ImportPreview[] = [];
      for (const part of parts) previews.push(await preview.mutateAsync({ code, texts: part }));
      setStep({ at: "preview", parts, preview: joined(previews), taken: [] });
    } catch (error) {
      fail(error);
      setStep({ at: "choose" });
    }
  };
  /** @param before results of the parts that were taken over before a call failed */
  const apply = async (parts: Bundle[], shown: ImportPreview, before: ImportPreview[]) => {
    setProblem(null);
    setStep({ at: "importing", parts, preview: shown, taken: before });
    const taken = [...before];
    try {
      for (const part of parts)
        taken.push(await take.mutateAsync({ code, texts: part, versions: versionsOf(part, shown) }));
      setStep({ at: "done", result: joined(taken) });
    } catch (error) {
      fail(error);
      setStep({ at: "preview", parts: parts.slice(taken.length - before.length), preview: shown, taken });
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
          ? `${texts(step.result.new.length + step.result.changed.length)} imported`
          : `Import texts: ${name}`
      }
      description={step.at === "choose" ? "A JSON file with keys and texts, such as the export makes it." : undefined}
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
                onClick={() => void apply(step.parts, step.preview, step.taken)}
              >
                {step.at === "preview" && step.taken.length > 0 ? "Import the rest" : `Import ${texts(changes)}`}
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
          <div className="space-y-1.5">
            <label htmlFor={field} className="font-semibold text-sm">
              {step.at === "choose" ? "File" : "Other file"}
            </label>
            <Input
              id={field}
              type="file"
              accept=".json,application/json"
              className="h-auto! py-1.5 file:mr-3 file:font-semibold"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </div>
        )}
        {(step.at === "preview" || step.at === "importing") && (
          <>
            {changes === 0 && <Alert>Nothing in this file would change a text.</Alert>}
            <Preview preview={step.preview} />
          </>
        )}
        {step.at === "done" && (
          <>
            <p>
              {count(step.result.new.length, "new text", "new texts")},{" "}
              {count(step.result.changed.length, "changed text", "changed texts")}, {step.result.broken.length} left
              out.
            </p>
            <LanguageChanges label="Left out" rows={step.result.broken} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Preview({ preview }: { preview: ImportPreview }) {
  return (
    <>
      <LanguageChanges label="Broken, left out" rows={preview.broken} />
      <LanguageChanges label="New" rows={preview.new} />
      <LanguageChanges label="Changed" rows={preview.changed} />
      {preview.same > 0 && (
        <p className="text-muted text-sm">
          {count(preview.same, "text is", "texts are")} the same or empty and stay as they are.
        </p>
      )}
    </>
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { ConfirmDialog } from "@/components/common/confirm-dialog";
import { toast } from "@/lib/client/toast";
import type { Language, TextRow } from "@/lib/contract/app-config-languages";
import { deleteKeyMutation, deleteLanguageMutation, type TextFilters } from "@/lib/queries/languages";
import type { Pasted } from "./language-paste-dialog";

const LanguageDialog = lazy(() => import("./language-dialog").then((module) => ({ default: module.LanguageDialog })));
const KeyDialog = lazy(() => import("./language-key-dialog").then((module) => ({ default: module.KeyDialog })));
const ImportDialog = lazy(() =>
  import("./language-import-dialog").then((module) => ({ default: module.ImportDialog })),
);
const PasteDialog = lazy(() => import("./language-paste-dialog").then((module) => ({ default: module.PasteDialog })));

/** The dialog that is open. */
export type Asked =
  | { what: "new-language" | "new-key" }
  | { what: "import" | "rename" | "delete"; language: Language }
  | { what: "key" | "delete-key"; row: TextRow }
  | { what: "paste"; pasted: Pasted; language: Language };

type LanguageDialogsProps = {
  asked: Asked;
  filters: TextFilters;
  mayDelete: boolean;
  onAsk: (asked: Asked | null) => void;
  /** Filters about a language end with it. */
  onGone: (language: Language) => void;
};

export function LanguageDialogs({ asked, filters, mayDelete, onAsk, onGone }: LanguageDialogsProps) {
  const removeLanguage = useMutation(deleteLanguageMutation());
  const removeKey = useMutation(deleteKeyMutation());
  const close = () => onAsk(null);
  return (
    <Suspense>
      {asked.what === "new-language" && <LanguageDialog onClose={close} />}
      {asked.what === "rename" && <LanguageDialog language={asked.language} onClose={close} />}
      {asked.what === "import" && <ImportDialog language={asked.language} onClose={close} />}
      {asked.what === "new-key" && <KeyDialog onClose={close} />}
      {asked.what === "key" && (
        <KeyDialog
          row={asked.row}
          onClose={close}
          onDelete={mayDelete ? () => onAsk({ what: "delete-key", row: asked.row }) : undefined}
        />
      )}
      {asked.what === "paste" && (
        <PasteDialog pasted={asked.pasted} language={asked.language} filters={filters} onClose={close} />
      )}
      {asked.what === "delete" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          tone="danger"
          title={`Delete ${asked.language.name}?`}
          consequence="The app no longer offers it. Only a language without texts can be deleted."
          confirmLabel="Delete"
          onConfirm={async () => {
            onGone(asked.language);
            await removeLanguage.mutateAsync({ code: asked.language.code, version: asked.language.version });
            toast.success(`${asked.language.name} is deleted.`);
          }}
        />
      )}
      {asked.what === "delete-key" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          tone="danger"
          title={`Delete ${asked.row.key}?`}
          consequence="Its texts in every language are deleted too. This can't be undone."
          confirmLabel="Delete"
          onConfirm={async () => {
            await removeKey.mutateAsync({ keyId: asked.row.id, version: asked.row.version });
            toast.success(`${asked.row.key} is deleted.`);
          }}
        />
      )}
    </Suspense>
  );
}

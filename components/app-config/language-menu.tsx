"use client";

import { EllipsisVertical } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import type { TRANSLATION_FILTERS } from "@/lib/contract/app-config.values";
import type { Language } from "@/lib/contract/app-config-languages";
import { routes } from "@/lib/contract/routes";
import { useAccess } from "@/lib/queries/rp";
import { downloadTranslations } from "./language-download";

/** Actions of a language's menu that open a dialog. */
export type LanguageMenuAction = "import" | "rename" | "delete";
type LanguageMenuProps = {
  language: Language;
  onFilter: (language: Language, filter: (typeof TRANSLATION_FILTERS)[number]) => void;
  onAct: (language: Language, action: LanguageMenuAction) => void;
};

/** Renders the menu of one language, with the actions that the admin's rights allow. */
export function LanguageActionsMenu({ language, onFilter, onAct: onAction }: LanguageMenuProps) {
  const mayUpdate = useAccess(routes.appConfig.updateLanguage);
  const mayExport = useAccess(routes.appConfig.exportTexts);
  const mayDelete = useAccess(routes.appConfig.deleteLanguage);
  const { source } = language;
  const entries: { label: string; run: () => unknown; shown: boolean }[] = [
    { label: "Show missing", run: () => onFilter(language, "missing"), shown: !source },
    { label: "Show changed", run: () => onFilter(language, "changed"), shown: !source },
    { label: "Import a file…", run: () => onAction(language, "import"), shown: mayUpdate },
    { label: "Export all texts", run: () => downloadTranslations(language.code, false), shown: mayExport },
    { label: "Export missing only", run: () => downloadTranslations(language.code, true), shown: mayExport && !source },
    { label: "Rename…", run: () => onAction(language, "rename"), shown: mayUpdate },
    { label: "Delete…", run: () => onAction(language, "delete"), shown: mayDelete && !source },
  ];
  const isShown = entries.filter((entry) => entry.shown);
  if (isShown.length === 0) return null;
  return (
    <Popover
      size="icon-sm"
      variant="ghost"
      label={language.name}
      aria-label={`Actions for ${language.name}`}
      align="end"
      button={<EllipsisVertical aria-hidden="true" />}
    >
      {(close) => (
        <div className="flex min-w-44 flex-col">
          {isShown.map(({ label, run: onSelect }) => (
            <Button
              key={label}
              variant="ghost"
              className="justify-start! font-medium!"
              onClick={() => {
                close();
                void onSelect();
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { EmptyListState, LoadFailed, NoMatchesState } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { hasSearchOrFilters } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { Language, TranslationRow } from "@/lib/contract/app-config-languages";
import { routes } from "@/lib/contract/routes";
import { pluralize } from "@/lib/format";
import { languagesQuery } from "@/lib/queries/languages";
import { useAccess } from "@/lib/queries/rp";
import { LanguageDialogs, type OpenLanguageDialog } from "./language-dialogs";
import { useRestoreUnsavedTexts } from "./language-drafts";
import { TextGrid } from "./language-grid";
import { languageListParams, textFiltersOf } from "./language-list-params";
import { LanguageActionsMenu } from "./language-menu";
import { useIsPhone } from "./language-phone";
import { TextListOnPhone } from "./language-phone-list";
import { TranslationProgress } from "./language-progress";
import { useSaveCellText } from "./language-saving";
import { LanguageToolbar } from "./language-toolbar";
import { UnsavedTextsButton } from "./language-unsaved";
import { usePagedTranslationRows } from "./use-paged-translation-rows";

/** Renders the app's texts as a grid of keys by languages. Each cell saves its text when the cell loses the focus. */
export function LanguageScreen() {
  const list = useListParams(languageListParams);
  const filters = useMemo(() => textFiltersOf(list.state), [list.state]);
  const known = useQuery(languagesQuery());
  const pagedRows = usePagedTranslationRows(filters);
  const isPhone = useIsPhone();
  const saveText = useSaveCellText();
  const [dialog, setDialog] = useState<OpenLanguageDialog | null>(null);
  const mayUpdate = useAccess(routes.appConfig.saveText);
  const mayCreateKey = useAccess(routes.appConfig.createKey);
  const mayCreateLanguage = useAccess(routes.appConfig.createLanguage);
  useRestoreUnsavedTexts();

  // Puts English first, whatever its position in the app.
  const languages = useMemo(
    () => [...(known.data ?? [])].sort((a, b) => Number(b.source) - Number(a.source)),
    [known.data],
  );
  const shownLanguage = languages.find(({ code }) => code === filters.language) ?? languages[1] ?? languages[0];
  const openKey = useCallback((row: TranslationRow) => setDialog({ what: "key", row }), []);
  const paste = useCallback(
    (rowIndex: number, code: string, text: string) => {
      const language = languages.find((each) => each.code === code);
      if (language)
        setDialog({ what: "paste", pasted: { firstRowIndex: rowIndex, languageCode: code, text }, language });
    },
    [languages],
  );
  const renderMenu = (language: Language) => (
    <LanguageActionsMenu
      language={language}
      onFilter={({ code }, filter) => list.setFilters({ filter, language: code })}
      onAct={(target, action) => setDialog({ what: action, language: target })}
    />
  );
  const { total } = pagedRows;
  const error = known.error ?? pagedRows.error;
  const isReady = total !== undefined && known.data !== undefined && shownLanguage !== undefined;
  const gridProps = { languages, pagedRows, total: total ?? 0, mayUpdate, save: saveText, paste, openKey };
  const retry = () => {
    if (known.error) void known.refetch();
    pagedRows.retry();
  };
  return (
    <div className="space-y-4">
      <Card className="p-5 max-md:p-4">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <LanguageToolbar list={list} languages={languages} shown={isPhone ? shownLanguage?.code : undefined} />
          <p className="text-muted text-sm" role="status">
            {total !== undefined && pluralize(total, "key")}
          </p>
          <UnsavedTextsButton
            onShow={(key, code) => {
              list.clear();
              list.setSearch(key);
              list.setFilters({ language: code });
            }}
          />
          <span className="mr-auto" />
          {mayCreateLanguage && (
            <Button onClick={() => setDialog({ what: "new-language" })}>
              <Plus aria-hidden="true" /> New language
            </Button>
          )}
          {mayCreateKey && (
            <Button variant="primary" onClick={() => setDialog({ what: "new-key" })}>
              <Plus aria-hidden="true" /> New key
            </Button>
          )}
        </div>
        {error && <LoadFailed message={error.message} busy={pagedRows.busy || known.isFetching} onRetry={retry} />}
        {!error && !isReady && <Skeleton className="h-96" />}
        {!error && isReady && total === 0 && !hasSearchOrFilters(list.state) && (
          <EmptyListState>
            Texts that the app shows, each by its key. Add the first key with its English text.
          </EmptyListState>
        )}
        {!error && isReady && total === 0 && hasSearchOrFilters(list.state) && <NoMatchesState onClear={list.clear} />}
        {isReady && total > 0 && isPhone !== true && (
          <div className="max-md:hidden">
            <TextGrid
              key={JSON.stringify(filters)}
              {...gridProps}
              total={total}
              chosen={filters.language}
              menuOf={renderMenu}
            />
          </div>
        )}
        {isReady && total > 0 && isPhone !== false && (
          <div className="md:hidden">
            <div className="flex items-start gap-2 border-b pb-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold text-sm">{shownLanguage.name}</p>
                <TranslationProgress language={shownLanguage} />
              </div>
              {renderMenu(shownLanguage)}
            </div>
            <TextListOnPhone {...gridProps} total={total} language={shownLanguage} />
          </div>
        )}
      </Card>
      {dialog && (
        <LanguageDialogs
          asked={dialog}
          filters={filters}
          onAsk={setDialog}
          onGone={({ code }) => code === filters.language && list.setFilters({ language: undefined })}
        />
      )}
    </div>
  );
}

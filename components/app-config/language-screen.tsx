"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { LoadFailed, NothingHere, NothingMatches } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { isFiltered } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { Language, TextRow } from "@/lib/contract/app-config-languages";
import { routes } from "@/lib/contract/routes";
import { pluralize } from "@/lib/format";
import { languagesQuery } from "@/lib/queries/languages";
import { useMay } from "@/lib/queries/rp";
import { type Asked, LanguageAskedDialog } from "./language-asked-dialog";
import { useKeptTexts } from "./language-drafts";
import { LanguageGrid } from "./language-grid";
import { languageListParams, textFiltersOf } from "./language-list-params";
import { LanguageMenu } from "./language-menu";
import { useIsPhone } from "./language-phone";
import { PhoneList } from "./language-phone-list";
import { LanguageProgress } from "./language-progress";
import { useSaveText } from "./language-saving";
import { LanguageToolbar } from "./language-toolbar";
import { LanguageUnsaved } from "./language-unsaved";
import { useTextWindows } from "./language-windows";

/** Renders the app's texts, keys by languages. Each cell saves when it loses focus. */
export function LanguageScreen() {
  const list = useListParams(languageListParams);
  const filters = useMemo(() => textFiltersOf(list.state), [list.state]);
  const known = useQuery(languagesQuery());
  const windows = useTextWindows(filters);
  const isPhone = useIsPhone();
  const save = useSaveText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayUpdate = useMay(routes.appConfig.saveText);
  const mayCreateKey = useMay(routes.appConfig.createKey);
  const mayCreateLanguage = useMay(routes.appConfig.createLanguage);
  useKeptTexts();

  // Puts English first, whatever its position in the app.
  const languages = useMemo(
    () => [...(known.data ?? [])].sort((a, b) => Number(b.source) - Number(a.source)),
    [known.data],
  );
  const shown = languages.find(({ code }) => code === filters.language) ?? languages[1] ?? languages[0];
  const openKey = useCallback((row: TextRow) => setAsked({ what: "key", row }), []);
  const paste = useCallback(
    (at: number, code: string, text: string) => {
      const language = languages.find((each) => each.code === code);
      if (language) setAsked({ what: "paste", pasted: { at, code, text }, language });
    },
    [languages],
  );
  const menuOf = (language: Language) => (
    <LanguageMenu
      language={language}
      onFilter={({ code }, filter) => list.setFilters({ filter, language: code })}
      onAct={(which, what) => setAsked({ what, language: which })}
    />
  );
  const { total } = windows;
  const error = known.error ?? windows.error;
  const isReady = total !== undefined && known.data !== undefined && shown !== undefined;
  const shared = { languages, windows, total: total ?? 0, mayUpdate, save, paste, openKey };
  const retry = () => {
    if (known.error) void known.refetch();
    windows.retry();
  };
  return (
    <div className="space-y-4">
      <Card className="p-5 max-md:p-4">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <LanguageToolbar list={list} languages={languages} shown={isPhone ? shown?.code : undefined} />
          <p className="text-muted text-sm" role="status">
            {total !== undefined && pluralize(total, "key")}
          </p>
          <LanguageUnsaved
            onShow={(key, code) => {
              list.clear();
              list.setSearch(key);
              list.setFilters({ language: code });
            }}
          />
          <span className="mr-auto" />
          {mayCreateLanguage && (
            <Button onClick={() => setAsked({ what: "new-language" })}>
              <Plus aria-hidden="true" /> New language
            </Button>
          )}
          {mayCreateKey && (
            <Button variant="primary" onClick={() => setAsked({ what: "new-key" })}>
              <Plus aria-hidden="true" /> New key
            </Button>
          )}
        </div>
        {error && <LoadFailed message={error.message} busy={windows.busy || known.isFetching} onRetry={retry} />}
        {!error && !isReady && <Skeleton className="h-96" />}
        {!error && isReady && total === 0 && !isFiltered(list.state) && (
          <NothingHere>Texts that the app shows, each by its key. Add the first key with its English text.</NothingHere>
        )}
        {!error && isReady && total === 0 && isFiltered(list.state) && <NothingMatches onClear={list.clear} />}
        {isReady && total > 0 && isPhone !== true && (
          <div className="max-md:hidden">
            <LanguageGrid
              key={JSON.stringify(filters)}
              {...shared}
              total={total}
              chosen={filters.language}
              menuOf={menuOf}
            />
          </div>
        )}
        {isReady && total > 0 && isPhone !== false && (
          <div className="md:hidden">
            <div className="flex items-start gap-2 border-b pb-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold text-sm">{shown.name}</p>
                <LanguageProgress language={shown} />
              </div>
              {menuOf(shown)}
            </div>
            <PhoneList {...shared} total={total} language={shown} />
          </div>
        )}
      </Card>
      {asked && (
        <LanguageAskedDialog
          asked={asked}
          filters={filters}
          onAsk={setAsked}
          onGone={({ code }) => code === filters.language && list.setFilters({ language: undefined })}
        />
      )}
    </div>
  );
}

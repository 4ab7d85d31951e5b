import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { gcTimeOf } from "@/lib/client/query-client";
import type { TRANSLATION_FILTERS } from "@/lib/contract/app-config.values";
import type { TranslationCell, TranslationRow } from "@/lib/contract/app-config-languages";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type LanguageInput = Parameters<typeof api.appConfig.createLanguage>[0];
export type TextKeyInput = Parameters<typeof api.appConfig.createKey>[0];
export type SaveTextInput = Parameters<typeof api.appConfig.saveText>[0];
export type SaveTextsInput = Parameters<typeof api.appConfig.saveTexts>[0];
/** Texts of one language by key, as an exported file contains them. */
export type TranslationBundle = Record<string, string>;
/** Filters of the translation grid. */
export type TranslationFilters = { q?: string; filter?: (typeof TRANSLATION_FILTERS)[number]; language?: string };
type TranslationPage = { rows: TranslationRow[]; total: number };

/** Rows of the translation grid per call, which reads one page. */
export const TRANSLATION_ROWS_PER_PAGE = 100;
/** Time in ms for which rows of the grid stay cached after they were scrolled out of view. */
const CACHE_MS = 30 * 60_000;

export const languagesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "languages"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.appConfig.languages({}, { signal })),
  });

/** Query key prefix of all pages of the translation grid. */
export const TRANSLATIONS_QUERY_KEY = queryKeyOf("AppConfig", "texts");

/**
 * Reads one page of the translation grid; `page` starts at 0. A saved row that no longer matches the filter stays visible until the
 * filter changes. The server does not count such rows, so later pages use a smaller offset.
 */
export const translationsQuery = (filters: TranslationFilters, page: number) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "texts", { ...filters, page }),
    queryFn: async ({ signal, client }): Promise<TranslationPage> => {
      if (deletedLanguages.has(filters.language ?? "")) return { rows: [], total: 0 };
      const { before, all } = countUnmatchedRows(client, filters, page);
      const offset = Math.max(0, page * TRANSLATION_ROWS_PER_PAGE - before);
      const { rows, total } = await api.appConfig.texts(
        { ...filters, offset, limit: TRANSLATION_ROWS_PER_PAGE },
        { signal },
      );
      return { rows, total: total + all };
    },
    // Never refetched automatically: rows must not move while an admin types in them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: gcTimeOf(CACHE_MS),
  });

/** Codes of deleted languages. Their translations are not requested while the filter by the language is still active. */
const deletedLanguages = new Set<string>();

/** Counts visible rows that no longer match the filter: on earlier pages, and on all pages. */
function countUnmatchedRows(
  client: QueryClient,
  filters: TranslationFilters,
  page: number,
): { before: number; all: number } {
  if (filters.filter !== "missing" && filters.filter !== "changed") return { before: 0, all: 0 };
  const counts = { before: 0, all: 0 };
  for (const query of client.getQueryCache().findAll({ queryKey: TRANSLATIONS_QUERY_KEY })) {
    const params = query.queryKey[2] as (TranslationFilters & { page: number }) | undefined;
    const data = query.state.data as TranslationPage | undefined;
    if (!params || !data || query.state.isInvalidated || params.page === page || !sameFilter(params, filters)) continue;
    const unmatchedCount = data.rows.filter((row) => !matchesFilters(row, filters)).length;
    counts.all += unmatchedCount;
    if (params.page < page) counts.before += unmatchedCount;
  }
  return counts;
}

const sameFilter = (filtersA: TranslationFilters, filtersB: TranslationFilters) =>
  filtersA.q === filtersB.q && filtersA.filter === filtersB.filter && filtersA.language === filtersB.language;

const matchesFilters = (row: TranslationRow, { filter, language }: TranslationFilters) =>
  Object.entries(row.texts).some(
    ([code, { state }]) => (language === undefined || code === language) && state === filter,
  );

/** Removes from the cache those pages of the translation grid that are not on screen. */
export const dropCachedTranslations = (client: QueryClient) =>
  client.removeQueries({ queryKey: TRANSLATIONS_QUERY_KEY, type: "inactive" });

/** Returns the cached row of a text key, as last read or saved. */
export function cachedTranslationRow(client: QueryClient, keyId: string): TranslationRow | undefined {
  for (const [, data] of client.getQueriesData<TranslationPage>({ queryKey: TRANSLATIONS_QUERY_KEY })) {
    const cachedMatch = data?.rows.find(({ id }) => id === keyId);
    if (cachedMatch) return cachedMatch;
  }
  return undefined;
}

/** Applies `change` to the rows of the translation grid on all cached pages. */
function updateRows(client: QueryClient, change: (row: TranslationRow) => TranslationRow): void {
  client.setQueriesData<TranslationPage>({ queryKey: TRANSLATIONS_QUERY_KEY }, (data) => {
    if (!data) return data;
    const rows = data.rows.map(change);
    return rows.some((row, index) => row !== data.rows[index]) ? { ...data, rows } : data;
  });
}
/** Replaces one row of the translation grid on all cached pages. */
export const updateCachedTranslationRow = (client: QueryClient, updatedRow: TranslationRow) =>
  updateRows(client, (row) => (row.id === updatedRow.id ? updatedRow : row));
/** Replaces cells of one language on all cached pages. @param cells new cells by key id */
export const updateCachedTranslationCells = (
  client: QueryClient,
  code: string,
  cells: ReadonlyMap<string, TranslationCell>,
) =>
  updateRows(client, (row) => {
    const cell = cells.get(row.id);
    return cell ? { ...row, texts: { ...row.texts, [code]: cell } } : row;
  });

const SAVE_SCOPE = queryKeyOf("AppConfig", "save-text");

/** Refetches the progress of translation after the last of several saves. */
async function refetchProgress(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: SAVE_SCOPE }) > 1) return;
  await client.invalidateQueries({ queryKey: languagesQuery().queryKey });
  await client.invalidateQueries({ queryKey: ["System-Logs"] });
}

/** Saves one translation. */
export const saveTextMutation = () =>
  mutationOptions({
    mutationKey: SAVE_SCOPE,
    mutationFn: (input: SaveTextInput) => api.appConfig.saveText(input),
    onSuccess: (updatedRow, _input, _result, { client }) => updateCachedTranslationRow(client, updatedRow),
    onSettled: (_data, _error, _input, _result, { client }) => void refetchProgress(client),
    meta: { quiet: true },
  });

/**
 * Saves translations of one language, and updates only their cells in the cache. After English was pasted, `useSaveColumn` refetches
 * the rows.
 */
export const saveTextsMutation = () =>
  mutationOptions({
    mutationKey: SAVE_SCOPE,
    mutationFn: (input: SaveTextsInput) => api.appConfig.saveTexts(input),
    onSuccess: ({ results }, { code }, _result, { client }) =>
      updateCachedTranslationCells(
        client,
        code,
        new Map(results.flatMap(({ keyId, cell }) => (cell ? [[keyId, cell] as const] : []))),
      ),
    onSettled: (_data, _error, _input, _result, { client }) => void refetchProgress(client),
    meta: { quiet: true },
  });

/** Checks a translation file without saving it: which texts would be added, changed or refused. */
export const previewImportMutation = () =>
  mutationOptions({
    mutationFn: (input: { code: string; texts: TranslationBundle }) => api.appConfig.previewImport(input),
    meta: { quiet: true },
  });

const { changes, creates } = mutationsInvalidating("AppConfig", "System-Logs");

export const importTranslationsMutation = changes(api.appConfig.importTexts);

export const createLanguageMutation = creates(
  async (input: LanguageInput, options?: Parameters<typeof api.appConfig.createLanguage>[1]) => {
    const language = await api.appConfig.createLanguage(input, options);
    deletedLanguages.delete(input.code);
    return language;
  },
);
export const updateLanguageMutation = changes(api.appConfig.updateLanguage);
export const deleteLanguageMutation = changes(async (input: Parameters<typeof api.appConfig.deleteLanguage>[0]) => {
  const answer = await api.appConfig.deleteLanguage(input);
  deletedLanguages.add(input.code);
  return answer;
});

/** Creates a key whose texts the citizen app shows. */
export const createTextKeyMutation = creates(api.appConfig.createKey);
export const updateTextKeyMutation = changes(api.appConfig.updateKey);
export const deleteTextKeyMutation = changes(api.appConfig.deleteKey);

/** Downloads the texts of a language as JSON. With `isMissingOnly`: the English texts that have no translation. */
export async function exportTranslations(code: string, isMissingOnly: boolean): Promise<Blob> {
  const { body } = await api.appConfig.exportTexts({ code, ...(isMissingOnly && { missing: "true" }) });
  return body;
}

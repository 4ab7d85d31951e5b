import "server-only";
import { setMaxListeners } from "node:events";
import { satisfiesPolicy } from "@/lib/contract/access";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import { RECORD_KINDS, type SearchedRecordType, searchedListUrl } from "@/lib/contract/record-kinds";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import type { RecordKindResults, searchCalls } from "@/lib/contract/search";
import { queueFanOutRead } from "@/lib/server/api/concurrency-limit";
import type { HandlerContext } from "@/lib/server/api/context";
import { Refusal, refuse } from "@/lib/server/api/errors";
import { currentWaitBudget, withWaitBudget } from "@/lib/server/db/wait-budget";
import { inSearchScope } from "@/lib/server/lists/search-scope";
import { toSearchWords } from "@/lib/server/lists/search-terms";
import { kindsWithWords } from "./kinds-with-words";
import { type RecognisedText, recogniseText, SEARCHED_KINDS } from "./recognise";
import { SEARCH_RESULT_OF_ROW } from "./record-items";

/** The parts of an implemented call that the search uses. The search call itself has already run the middleware. */
type ListCall = {
  "~orpc": {
    inputSchema?: { "~standard": { validate: (input: unknown) => unknown } };
    handler: (options: object) => unknown;
  };
};
/** The implemented calls of all modules, as in router.ts. */
export type CallModules = Record<string, Record<string, unknown>>;
type Rows = { items: unknown[]; total: number; totalIsCapped?: boolean };
type Answer = OutputOf<typeof searchCalls.records>;

/** Maximum number of results of each kind of record. */
const MAX_SHOWN = 5;
/** Maximum database time in ms for searching one kind of record. A slower kind is reported as slow instead of delaying the others. */
export const SEARCH_LIMIT_PER_KIND_MS = 1_000;
/** Maximum database time in ms for finding out which kinds of records can contain the typed words. */
const LIKELY_KINDS_LIMIT_MS = 250;
/** Maximum time of a search in ms, so that the call answers within 3 s. Kinds without an answer are then reported as slow. */
export const SEARCH_LIMIT_MS = 2_500;

/**
 * Searches all kinds of records by their own lists, so that rights, private categories and spellings are those of the lists. Only
 * kinds whose list the admin may read are searched.
 * @param signal aborts when the client is gone, which skips the kinds that have not started
 * @throws 503 if no kind answered in time
 */
export async function searchRecords(
  context: HandlerContext,
  { q }: InputOf<typeof searchCalls.records>,
  modules: CallModules,
  signal?: AbortSignal,
): Promise<Answer> {
  if (!q.trim()) return { kinds: [], slow: [] };
  const recognised = recogniseText(q);
  // Skips single letters, which match nearly every record.
  if (!recognised.looksLike && toSearchWords(q).every((word) => word.length < 2))
    return { kinds: [], slow: [], hint: "Type two letters or more to search records." };
  const wanted = recognised.kinds ?? SEARCHED_KINDS;
  const kinds = wanted.filter((kind) => satisfiesPolicy(context.admin.rights, listOfKind(kind).call.policy));
  const { searched, answers } = await inSearchScope(async () => {
    const likely = recognised.looksLike ? kinds : await likelyKinds(kinds, context, recognised.words, signal);
    const run = (kind: SearchedRecordType) => searchKind(kind, context, recognised, modules);
    return { searched: likely, answers: await searchKinds(likely, context.admin.id, signal, run) };
  });
  // Searches nothing if the client has disconnected.
  if (signal?.aborted) return { kinds: [], slow: [] };
  const slow = searched.filter((_, index) => answers[index] === "slow").map((kind) => listOfKind(kind).plural);
  if (searched.length > 1 && slow.length === searched.length) throw refuse.unavailable();
  const found = answers.filter((answer) => answer !== "slow" && answer.total > 0) as RecordKindResults[];
  const isNothing = found.length === 0 && slow.length === 0;
  return { kinds: found, slow, ...(isNothing && { hint: hintFor(recognised, kinds.length > 0) }) };
}

/**
 * Returns the kinds of records that can contain the typed words (kinds-with-words.ts). Returns all kinds if the database does not answer in
 * time.
 */
async function likelyKinds(
  kinds: readonly SearchedRecordType[],
  { db, admin }: HandlerContext,
  words: string,
  signal: AbortSignal | undefined,
): Promise<readonly SearchedRecordType[]> {
  const started = performance.now();
  const read = () => withWaitBudget(LIKELY_KINDS_LIMIT_MS, () => kindsWithWords(db, words, kinds));
  const limit = AbortSignal.timeout(LIKELY_KINDS_LIMIT_MS);
  try {
    return await queueFanOutRead(read, admin.id, signal ? AbortSignal.any([signal, limit]) : limit);
  } catch (error) {
    // Treats 95% of the limit as late, because timers may fire some ms early.
    const isLate = performance.now() - started >= 0.95 * LIKELY_KINDS_LIMIT_MS;
    if (isLate || (error instanceof Refusal && error.status === 503)) return kinds;
    throw error;
  }
}

type KindAnswer = RecordKindResults | "slow";

/**
 * Searches the kinds concurrently, within the time limits of a search and of the call. Kinds that could not start in time are not searched.
 */
async function searchKinds(
  kinds: readonly SearchedRecordType[],
  adminId: string,
  signal: AbortSignal | undefined,
  run: (kind: SearchedRecordType) => Promise<KindAnswer>,
): Promise<KindAnswer[]> {
  const ending = new AbortController();
  setMaxListeners(kinds.length + 1, ending.signal);
  const end = () => ending.abort();
  const ended = new Promise<"slow">((resolve) => {
    ending.signal.addEventListener("abort", () => resolve("slow"));
  });
  // Ends the search earlier if the call's time limit ends before SEARCH_LIMIT_MS, because authentication has used a part of it.
  const timer = setTimeout(end, Math.min(SEARCH_LIMIT_MS, currentWaitBudget()?.left ?? SEARCH_LIMIT_MS));
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  const answerOf = (kind: SearchedRecordType) =>
    queueFanOutRead(() => run(kind), adminId, ending.signal).catch((error: unknown): "slow" => {
      if (error instanceof Refusal && error.status === 503) return "slow";
      throw error;
    });
  try {
    return await Promise.all(kinds.map((kind) => Promise.race([answerOf(kind), ended])));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    end();
  }
}

const listOfKind = (kind: SearchedRecordType) => kindOf(kind).list;

const kindOf = (kind: SearchedRecordType) => {
  const { label, address, list } = RECORD_KINDS[kind];
  if (!address || !list) throw new Error(`${kind} has no page or no list.`);
  return { label, address, list };
};

async function searchKind(
  kind: SearchedRecordType,
  context: HandlerContext,
  { words }: RecognisedText,
  modules: CallModules,
): Promise<KindAnswer> {
  const { label, address, list } = kindOf(kind);
  const started = performance.now();
  try {
    const { items, total, totalIsCapped } = await withWaitBudget(SEARCH_LIMIT_PER_KIND_MS, () =>
      readFirstRows(callOfRoute(modules, list.call), context, { q: words, ...list.with }),
    );
    const toItem = SEARCH_RESULT_OF_ROW[kind] as (row: unknown) => { id: string; title: string; detail: string };
    return {
      kind,
      label,
      plural: list.plural,
      total,
      totalIsCapped: totalIsCapped ?? false,
      items: items.map(toItem).map((item) => ({ ...item, url: address({ id: item.id, name: item.title }) })),
      url: searchedListUrl(list, words),
    };
  } catch (error) {
    // Treats 95% of the limit as slow, because timers may fire some ms early.
    if (performance.now() - started >= 0.95 * SEARCH_LIMIT_PER_KIND_MS) return "slow";
    throw error;
  }
}

/** Returns the first rows of a list: runs the list's handler with default values for the input fields that are not given. */
async function readFirstRows(call: ListCall, context: HandlerContext, input: object): Promise<Rows> {
  const { inputSchema, handler } = call["~orpc"];
  const checked = (await inputSchema?.["~standard"].validate(input)) as { value?: object; issues?: unknown };
  if (!checked?.value) throw new Error(`A list refused the search: ${JSON.stringify(checked?.issues)}`);
  return (await handler({ input: { ...checked.value, size: MAX_SHOWN }, context })) as Rows;
}

/** Finds the implemented call of a route. */
function callOfRoute(modules: CallModules, wanted: Route): ListCall {
  for (const [group, calls] of Object.entries(routes))
    for (const [name, route] of Object.entries(calls)) if (route === wanted) return modules[group]?.[name] as ListCall;
  throw new Error(`No call has the route ${wanted.path}.`);
}

/** Returns a hint that names the kind of value and why nothing was found. Undefined for ordinary words. */
function hintFor({ looksLike, isOwn, why }: RecognisedText, mayRead: boolean): string | undefined {
  if (!looksLike) return undefined;
  if (!mayRead) return `This looks like ${looksLike}, but your roles don't include reading them. Ask an administrator.`;
  if (why) return `This looks like ${looksLike}. ${why}. Check how it is written.`;
  const nothing = isOwn ? "there is none with it" : "no record that you may read has it";
  return `This looks like ${looksLike}, but ${nothing}. Check how it is written.`;
}

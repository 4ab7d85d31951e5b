import "server-only";
import { allows } from "@/lib/contract/access";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import { listUrl, RECORD_KINDS, type SearchedType } from "@/lib/contract/records";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import type { FoundKind, search } from "@/lib/contract/search";
import { queueFanOutRead } from "@/lib/server/api/concurrency-limit";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { withWaitBudget } from "@/lib/server/db/wait-budget";
import { inSearchScope } from "@/lib/server/lists/search-scope";
import { typedWords } from "@/lib/server/lists/search-terms";
import { type Recognised, recognise, SEARCHED_KINDS } from "./recognise";
import { RECORD_ITEMS } from "./record-items";

/** The parts of an implemented call that the search uses. Its middleware has run for the search itself. */
type ListCall = {
  "~orpc": {
    inputSchema?: { "~standard": { validate: (input: unknown) => unknown } };
    handler: (options: object) => unknown;
  };
};
/** The implemented calls of all modules, as in router.ts. */
export type Modules = Record<string, Record<string, unknown>>;
type Rows = { items: unknown[]; total: number; totalIsCapped?: boolean };
type Answer = OutputOf<typeof search.records>;

/** Results per kind. */
const SHOWN = 5;
/** Maximum database time of one kind in ms. A slower kind is reported instead of delaying the others. */
export const KIND_LIMIT_MS = 1_000;

/**
 * Searches all kinds of records by their own lists, so that rights, private categories and spellings are those of the lists. Only
 * kinds whose list the admin may read are searched.
 * @throws 503 if no kind answered in time
 */
export async function searchRecords(
  context: HandlerContext,
  { q }: InputOf<typeof search.records>,
  modules: Modules,
): Promise<Answer> {
  if (!q.trim()) return { kinds: [], slow: [] };
  const recognised = recognise(q);
  // A single letter begins some name of most records.
  if (!recognised.looksLike && typedWords(q).every((word) => word.length < 2))
    return { kinds: [], slow: [], hint: "Type two letters or more to search records." };
  const wanted = recognised.kinds ?? SEARCHED_KINDS;
  const kinds = wanted.filter((kind) => allows(context.admin.rights, listOf(kind).call.policy));
  const answers = await inSearchScope(() =>
    Promise.all(kinds.map((kind) => queueFanOutRead(() => searchKind(kind, context, recognised, modules)))),
  );
  const slow = kinds.filter((_, index) => answers[index] === "slow").map((kind) => listOf(kind).plural);
  if (kinds.length > 1 && slow.length === kinds.length) throw refuse.unavailable();
  const found = answers.filter((answer) => answer !== "slow" && answer.total > 0) as FoundKind[];
  const isNothing = found.length === 0 && slow.length === 0;
  return { kinds: found, slow, ...(isNothing && { hint: hintFor(recognised, kinds.length > 0) }) };
}

const listOf = (kind: SearchedType) => {
  const { list } = RECORD_KINDS[kind];
  if (!list) throw new Error(`${kind} has no list.`);
  return list;
};

async function searchKind(
  kind: SearchedType,
  context: HandlerContext,
  { words }: Recognised,
  modules: Modules,
): Promise<FoundKind | "slow"> {
  const { label, address } = RECORD_KINDS[kind];
  const list = listOf(kind);
  const started = performance.now();
  try {
    const { items, total, totalIsCapped } = await withWaitBudget(KIND_LIMIT_MS, () =>
      readFirstRows(callOf(modules, list.call), context, { q: words, ...list.with }),
    );
    const toItem = RECORD_ITEMS[kind] as (row: unknown) => { id: string; title: string; detail: string };
    return {
      kind,
      label,
      plural: list.plural,
      total,
      totalIsCapped: totalIsCapped ?? false,
      items: items
        .map(toItem)
        .map((item) => ({ ...item, url: address?.({ id: item.id, name: item.title }) ?? listUrl(list, words) })),
      url: listUrl(list, words),
    };
  } catch (error) {
    // Timers may fire some ms early.
    if (performance.now() - started >= 0.95 * KIND_LIMIT_MS) return "slow";
    throw error;
  }
}

/** Runs the handler of a list with its defaults. */
async function readFirstRows(call: ListCall, context: HandlerContext, input: object): Promise<Rows> {
  const { inputSchema, handler } = call["~orpc"];
  const checked = (await inputSchema?.["~standard"].validate(input)) as { value?: object; issues?: unknown };
  if (!checked?.value) throw new Error(`A list refused the search: ${JSON.stringify(checked?.issues)}`);
  return (await handler({ input: { ...checked.value, size: SHOWN }, context })) as Rows;
}

/** Finds the implemented call of a route. */
function callOf(modules: Modules, wanted: Route): ListCall {
  for (const [group, calls] of Object.entries(routes))
    for (const [name, route] of Object.entries(calls)) if (route === wanted) return modules[group]?.[name] as ListCall;
  throw new Error(`No call has the route ${wanted.path}.`);
}

/** Says what a text looks like and why nothing was found. Undefined for words. */
function hintFor({ looksLike, isOwn, why }: Recognised, mayRead: boolean): string | undefined {
  if (!looksLike) return undefined;
  if (!mayRead) return `This looks like ${looksLike}, but your roles don't include reading them. Ask an administrator.`;
  if (why) return `This looks like ${looksLike}. ${why}. Check how it is written.`;
  const nothing = isOwn ? "there is none with it" : "no record that you may read has it";
  return `This looks like ${looksLike}, but ${nothing}. Check how it is written.`;
}

import { dehydrate, type FetchQueryOptions, hashKey, type QueryKey } from "@tanstack/react-query";
import { notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { permittedModules } from "@/lib/client/navigation";
import { makeQueryClient } from "@/lib/client/query-client";
import { MODULES, type Module } from "@/lib/modules";
import { accessQuery } from "@/lib/queries/rp";
import { HydrateQueryCache } from "./hydrated";
import { RenderOrStream } from "./render-or-stream";
import { PageSkeleton } from "./shell-skeleton";

type ModuleSlug = (typeof MODULES)[number]["slug"];
/** Result of `queryOptions`. Queries in a list have different types, so this type contains only their common fields. */
export type AnyQuery = { queryKey: QueryKey; queryFn?: unknown };

/** Loads the admin's rights once per request, shared by layout and page. */
export const fetchAccessRightsOnce = cache(() => makeQueryClient().fetchQuery(accessQuery()));

const recordRequests = cache(() => new Map<string, Promise<unknown>>());

/** Loads a record once per page request. Both the page and `PageAccessGate` need it, and the API logs each refused request. */
function fetchRecordOnce<T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Promise<T> {
  const hash = hashKey(query.queryKey);
  const pending = recordRequests().get(hash) ?? makeQueryClient().fetchQuery(query);
  recordRequests().set(hash, pending);
  return pending as Promise<T>;
}

/** Returns true for an error response about a record that does not exist, or a malformed id. */
const isMissing = (error: unknown) => isApiErrorWithStatus(error, 404) || isApiErrorWithStatus(error, 400);

/** Returns true if the record does not exist. For other errors returns false, and the page shows them. */
export const isRecordMissing = (query: AnyQuery) =>
  fetchRecordOnce(query as FetchQueryOptions).then(() => false, isMissing);

/** Returns true if the admin may read a module. For display only; the API checks every request. */
export async function mayReadModule(slug: ModuleSlug): Promise<boolean> {
  const access = await fetchAccessRightsOnce().catch((error: unknown) => {
    // Returns no rights if the session has expired, because the layout then redirects to sign-in.
    if (isApiErrorWithStatus(error, 401)) return { features: [] };
    throw error;
  });
  const permitted: Module[] = permittedModules(access.features);
  return permitted.some((module) => module.slug === slug);
}

/**
 * Redirects to the first permitted module if the admin may not read this module (specification section 6). Used for client-side
 * navigation; on page loads, `PageAccessGate` redirects before the first byte.
 */
export async function requireAccess(slug: ModuleSlug): Promise<void> {
  if (!(await mayReadModule(slug))) redirect(MODULES[0].url);
}

type PageReads<T, K extends QueryKey> = {
  queries?: AnyQuery[];
  /** Query of a record that must exist; otherwise the not-found page is shown. */
  required?: FetchQueryOptions<T, Error, T, K>;
  /** Returns further queries that need the loaded record. */
  onceKnown?: (record: T) => AnyQuery[];
  children: ReactNode;
};

/** Runs the screen's queries on the server, so that the first HTML contains the data. */
export const PrefetchQueries = <T, K extends QueryKey>(reads: PageReads<T, K>) => (
  <RenderOrStream content={prefetchAll(reads)} fallback={<PageSkeleton />} />
);

async function prefetchAll<T, K extends QueryKey>({ queries = [], required, onceKnown, children }: PageReads<T, K>) {
  const client = makeQueryClient();
  const read = (all: AnyQuery[]) => Promise.all(all.map((query) => client.prefetchQuery(query as FetchQueryOptions)));
  const [record] = await Promise.all([required && fetchOrNotFound(required), read(queries)]);
  if (record !== undefined && onceKnown) await read(onceKnown(record));
  return <HydrateQueryCache state={dehydrate(client)}>{children}</HydrateQueryCache>;

  async function fetchOrNotFound(query: FetchQueryOptions<T, Error, T, K>) {
    return await client.fetchQuery({ ...query, queryFn: () => fetchRecordOnce(query) }).catch((error: unknown) => {
      if (isMissing(error)) notFound();
      if (!isApiErrorWithStatus(error, 401)) throw error;
    });
  }
}

import { dehydrate, type FetchQueryOptions, hashKey } from "@tanstack/react-query";
import { notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { isStatus } from "@/lib/client/api-error";
import { permittedModules } from "@/lib/client/navigation";
import { makeQueryClient } from "@/lib/client/query-client";
import { MODULES, type Module } from "@/lib/modules";
import { accessQuery } from "@/lib/queries/rp";
import { Hydrated } from "./hydrated";
import { InTime } from "./in-time";
import { PageSkeleton } from "./shell-skeleton";

type Slug = (typeof MODULES)[number]["slug"];
// Each query keeps its own types; a list of different ones can only name what prefetching needs.
// biome-ignore lint/suspicious/noExplicitAny: the types of a query's data differ from query to query
export type AnyQuery = FetchQueryOptions<any, any, any, any>;

/** The admin's access, asked for once by all that makes up a page: its layout and its guard. */
export const accessOfPage = cache(() => makeQueryClient().fetchQuery(accessQuery()));

const records = cache(() => new Map<string, Promise<unknown>>());

/** Reads a record once for all that makes up a page: it costs time, and a refusal is put on record. */
function readOnce<T>(query: FetchQueryOptions<T, Error, T, readonly unknown[]>): Promise<T> {
  const hash = hashKey(query.queryKey);
  const reading = records().get(hash) ?? makeQueryClient().fetchQuery(query);
  records().set(hash, reading);
  return reading as Promise<T>;
}

/** No such record, or no id that a record could have. */
const isMissing = (error: unknown) => isStatus(error, 404) || isStatus(error, 400);

/** Whether a record is known not to exist; when reading it fails otherwise, its page says how. */
export const isRecordMissing = (query: AnyQuery) => readOnce(query).then(() => false, isMissing);

/** Whether the admin may read a module. Only a convenience: the API refuses the data by itself. */
export async function mayRead(slug: Slug): Promise<boolean> {
  const access = await accessOfPage().catch((error: unknown) => {
    // The layout answers a session that has ended.
    if (isStatus(error, 401)) return { features: [] };
    throw error;
  });
  const permitted: Module[] = permittedModules(access.features);
  return permitted.some((module) => module.slug === slug);
}

/**
 * The guard of a page (specification section 6): a module whose feature the admin may not read leads to the first
 * item's URL. It is what a link inside the dashboard meets; a document is answered by `admission` before its first byte.
 */
export async function guard(slug: Slug): Promise<void> {
  if (!(await mayRead(slug))) redirect(MODULES[0].url);
}

type Reads<T> = {
  queries?: AnyQuery[];
  /** A record that has to exist: without it the page is the not-found page. */
  // biome-ignore lint/suspicious/noExplicitAny: the types of a query's key differ from query to query
  required?: FetchQueryOptions<T, Error, T, any>;
  /** What its screen asks for that only the record tells. */
  onceKnown?: (record: T) => AnyQuery[];
  children: ReactNode;
};

/**
 * Reads on the server what the screen will ask for, so that the first HTML carries the rows and no call follows. A list
 * that can't be read is left to the screen, which offers to try again.
 */
export const Prefetched = <T,>(reads: Reads<T>) => <InTime content={readAll(reads)} fallback={<PageSkeleton />} />;

async function readAll<T>({ queries = [], required, onceKnown, children }: Reads<T>) {
  const client = makeQueryClient();
  const read = (all: AnyQuery[]) => Promise.all(all.map((query) => client.prefetchQuery(query)));
  const [record] = await Promise.all([required && fetchOrNotFound(required), read(queries)]);
  if (record !== undefined && onceKnown) await read(onceKnown(record));
  return <Hydrated state={dehydrate(client)}>{children}</Hydrated>;

  async function fetchOrNotFound(query: FetchQueryOptions<T, Error, T, readonly unknown[]>) {
    return await client.fetchQuery({ ...query, queryFn: () => readOnce(query) }).catch((error: unknown) => {
      if (isMissing(error)) notFound();
      if (!isStatus(error, 401)) throw error;
    });
  }
}

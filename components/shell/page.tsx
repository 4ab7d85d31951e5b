import { dehydrate, type FetchQueryOptions, type QueryKey } from "@tanstack/react-query";
import { notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { isStatus } from "@/lib/client/api-error";
import { permittedModules } from "@/lib/client/navigation";
import { makeQueryClient } from "@/lib/client/query-client";
import { MODULES, type Module } from "@/lib/modules";
import { accessQuery } from "@/lib/queries/rp";
import { Hydrated } from "./hydrated";

type Slug = (typeof MODULES)[number]["slug"];
// Each query keeps its own types; a list of different ones can only name what prefetching needs.
// biome-ignore lint/suspicious/noExplicitAny: the types of a query's data differ from query to query
type AnyQuery = FetchQueryOptions<any, any, any, any>;

/** The admin's access, asked for once by all that makes up a page: its layout and its guard. */
export const accessOfPage = cache(() => makeQueryClient().fetchQuery(accessQuery()));

/**
 * The guard of a page (specification section 6): a module whose feature the admin may not read leads to the first
 * item's URL. Only a convenience: the API refuses the data by itself.
 */
export async function guard(slug: Slug): Promise<void> {
  const access = await accessOfPage().catch((error: unknown) => {
    // The layout answers a session that has ended.
    if (isStatus(error, 401)) return { features: [] };
    throw error;
  });
  const permitted: Module[] = permittedModules(access.features);
  if (!permitted.some((module) => module.slug === slug)) redirect(MODULES[0].url);
}

/**
 * Reads on the server what the screen will ask for, so that the first HTML carries the rows and no call follows. A list
 * that can't be read is left to the screen, which offers to try again.
 * @param required a record that has to exist: without it the page is the not-found page.
 * @param onceKnown what its screen asks for that only the record tells
 */
export async function Prefetched<T>({
  queries = [],
  required,
  onceKnown,
  children,
}: {
  queries?: AnyQuery[];
  // biome-ignore lint/suspicious/noExplicitAny: the types of a query's key differ from query to query
  required?: FetchQueryOptions<T, Error, T, any>;
  onceKnown?: (record: T) => AnyQuery[];
  children: ReactNode;
}) {
  const client = makeQueryClient();
  const read = (all: AnyQuery[]) => Promise.all(all.map((query) => client.prefetchQuery(query)));
  const [record] = await Promise.all([required && fetchOrNotFound(required), read(queries)]);
  if (record !== undefined && onceKnown) await read(onceKnown(record));
  return <Hydrated state={dehydrate(client)}>{children}</Hydrated>;

  async function fetchOrNotFound(query: FetchQueryOptions<T, Error, T, QueryKey>) {
    return await client.fetchQuery(query).catch((error: unknown) => {
      if (isStatus(error, 404) || isStatus(error, 400)) notFound();
      if (!isStatus(error, 401)) throw error;
    });
  }
}

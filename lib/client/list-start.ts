"use client";

import { createContext, useContext } from "react";

/** Returns the query string with which a list opens: its default view, or the filters that the admin used last; "" for all rows. */
type FindInitialListQueryString = (list: string | undefined) => string;

/** Provides the query string with which a list opens. Set by components/views, because lib/client sends no queries. */
export const InitialListQueryStringContext = createContext<FindInitialListQueryString>(() => "");

/** Returns the query string with which a list opens: its default view, or the last filters. @param list name of the list */
export const useInitialListQueryString = (list: string | undefined) => useContext(InitialListQueryStringContext)(list);

"use client";

import { createContext, useContext } from "react";

/** Returns the query string with which a list opens: the admin's default view, or the filters used last; "" for all rows. */
type FindListStart = (list: string | undefined) => string;

/** Provides the query string with which a list opens. Set by components/views, because lib/client sends no queries. */
export const ListStartContext = createContext<FindListStart>(() => "");

/** Returns the query string with which a list opens (`FindListStart`). @param list name of the list */
export const useListStart = (list: string | undefined) => useContext(ListStartContext)(list);

/** Paths and searches of pages that were prefetched in this tab. */
const prefetched = new Set<string>();

const keyOf = ({ pathname, search }: Pick<URL, "pathname" | "search">) => pathname + search;

export const notePrefetch = (url: Pick<URL, "pathname" | "search">) => void prefetched.add(keyOf(url));

/** Returns true if an error of the open page may be that of an earlier prefetch, which Next has kept. */
export const mayBePrefetched = () => prefetched.has(keyOf(window.location));

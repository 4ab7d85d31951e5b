/** Returns the rows from the response of a list without pages. */
export const itemsOf = <T>({ items }: { items: T[] }): T[] => items;

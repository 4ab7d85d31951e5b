/** Returns the rows from the response of a list that is not split into pages. */
export const itemsOfResponse = <T>({ items }: { items: T[] }): T[] => items;

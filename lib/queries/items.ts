/** Returns the rows in the response of a list that is read as a whole. */
export const itemsOf = <T>({ items }: { items: T[] }): T[] => items;

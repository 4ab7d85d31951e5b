/** The rows of a list that is read as a whole, out of its answer. */
export const itemsOf = <T>({ items }: { items: T[] }): T[] => items;

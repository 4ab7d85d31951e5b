import { mutationOptions, type QueryKey } from "@tanstack/react-query";
import type { QueryKeyGroup } from "@/lib/modules";

type RowWithId = { id: string };
type OrderOptions<Input> = {
  /** Mutation scope. Mutations with the same name run in sequence. */
  name: readonly string[];
  queryKey: QueryKey;
  send: (input: Input) => Promise<unknown>;
  /** Query key groups to refetch. */
  invalidates: readonly QueryKeyGroup[];
};

/**
 * Saves an order of records chosen by an admin, and shows it before the response (optimistic update). Saves run in sequence. Refetches only
 * after the last save, because an earlier response would show an outdated order.
 */
export const orderMutation = <Input extends { ids: string[] }>(options: OrderOptions<Input>) => {
  const { name, queryKey, send, invalidates } = options;
  return mutationOptions({
    mutationKey: name,
    scope: { id: name.join() },
    mutationFn: (input: Input) => send(input),
    onMutate: ({ ids }: Input, { client }) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData<RowWithId[]>(queryKey, (rows) => rows && sortByIds(rows, ids));
    },
    onSettled: async (_data, _error, _input, _result, { client }) => {
      if (client.isMutating({ mutationKey: name }) > 1) return;
      await Promise.all(invalidates.map((group) => client.invalidateQueries({ queryKey: [group] })));
    },
  });
};

/** Sorts the records in `ids` among their own positions. Other records keep their positions. */
export function sortByIds<T extends RowWithId>(rows: readonly T[], ids: readonly string[]): T[] {
  const next = ids.flatMap((id) => rows.find((each) => each.id === id) ?? []);
  let position = 0;
  return rows.map((each) => (ids.includes(each.id) ? (next[position++] ?? each) : each));
}

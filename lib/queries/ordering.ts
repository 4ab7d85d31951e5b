import { mutationOptions, type QueryKey } from "@tanstack/react-query";
import type { KeyGroup } from "@/lib/modules";

type Row = { id: string };
type OrderOptions<Input> = {
  /** Names this order: several of one name are sent one after the other. */
  name: readonly string[];
  /** The list on screen. */
  queryKey: QueryKey;
  send: (input: Input) => Promise<unknown>;
  /** Groups that are read again. */
  invalidates: readonly KeyGroup[];
};

/**
 * An order that a person chooses. Shown at once, before the answer. Several presses in a row are sent one after the other,
 * and what is on screen is read again after the last of them: an answer in between would show an order that is already old.
 */
export const orderMutation = <Input extends { ids: string[] }>(options: OrderOptions<Input>) => {
  const { name, queryKey, send, invalidates } = options;
  return mutationOptions({
    mutationKey: name,
    scope: { id: name.join() },
    mutationFn: (input: Input) => send(input),
    onMutate: ({ ids }: Input, { client }) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData<Row[]>(queryKey, (all) => all && inOrder(all, ids));
    },
    onSettled: async (_data, _error, _input, _result, { client }) => {
      if (client.isMutating({ mutationKey: name }) > 1) return;
      await Promise.all(invalidates.map((group) => client.invalidateQueries({ queryKey: [group] })));
    },
  });
};

/** The same records, those with these ids in this order at the places that they had among the others. */
export function inOrder<T extends Row>(all: readonly T[], ids: readonly string[]): T[] {
  const next = ids.flatMap((id) => all.find((each) => each.id === id) ?? []);
  let place = 0;
  return all.map((each) => (ids.includes(each.id) ? (next[place++] ?? each) : each));
}

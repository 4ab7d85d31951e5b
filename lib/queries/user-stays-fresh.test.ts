import type { MutationOptions } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import {
  cancelMovementMutation,
  createMovementMutation,
  reverseLedgerEntryMutation,
  submitMovementMutation,
} from "./system-wallet";
import {
  changeDisputeStateMutation,
  refundMutation,
  requeryTransactionMutation,
  requeryTransactionsMutation,
} from "./transaction";
import { userStatementQuery } from "./user";
import { userQuery } from "./user-single";

afterEach(() => vi.unstubAllGlobals());

const statement = userStatementQuery({ userId: "u1", page: 0, size: 20 }).queryKey;
const userKey = userQuery("u1").queryKey;

it.each(
  Object.entries({
    refund: () => refundMutation("k"),
    dispute: () => changeDisputeStateMutation("k"),
    requery: requeryTransactionMutation,
    "bulk requery": requeryTransactionsMutation,
    "new movement": () => createMovementMutation("k"),
    "submitted movement": () => submitMovementMutation("k"),
    "cancelled movement": cancelMovementMutation,
    reversal: () => reverseLedgerEntryMutation("k"),
  }),
)("invalidates the cached balance and wallet statement of the user after: %s", async (_case, mutation) => {
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data: {} }));
  const client = makeQueryClient();
  for (const queryKey of [userKey, statement]) client.setQueryData(queryKey as readonly unknown[], {});
  await client
    .getMutationCache()
    .build(client, mutation() as unknown as MutationOptions<unknown, Error, unknown>)
    .execute({ rows: [] });
  expect([userKey, statement].map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true]);
});

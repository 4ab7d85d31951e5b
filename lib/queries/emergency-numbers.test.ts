import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import type { EmergencyNumber } from "@/lib/contract/app-config-emergency-numbers";
import { emergencyNumbersQuery, orderEmergencyNumbersMutation } from "./emergency-numbers";

afterEach(() => vi.unstubAllGlobals());

it("reordering emergency numbers keeps the position of a number that another admin has just added", async () => {
  vi.stubGlobal("crossRiverPayFetch", () => new Promise(() => {}));
  const client = new QueryClient();
  const { queryKey } = emergencyNumbersQuery();
  const [a, b, addedNumber] = ["a", "b", "added"].map((id) => ({ id }) as EmergencyNumber);
  client.setQueryData(queryKey, [a, b, addedNumber] as EmergencyNumber[]);
  void new MutationObserver(client, orderEmergencyNumbersMutation()).mutate({ ids: ["b", "a"] });
  await expect.poll(() => client.getQueryData(queryKey)?.map(({ id }) => id)).toEqual(["b", "a", "added"]);
});

import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";
import { mutationsOf } from "./mutations";

export type UserCorrectionInput = Parameters<typeof api.user.correct>[0];

/** Reads the pending requests about a citizen's data. */
export const userDataRequestsQuery = (userId: string) =>
  queryOptions({
    queryKey: key("User", "data-requests", userId),
    queryFn: ({ signal }) => api.user.dataRequests({ userId }, { signal }),
  });

const { creates } = mutationsOf("User", "Overview", "System-Logs");

export const correctUserMutation = creates(api.user.correct);

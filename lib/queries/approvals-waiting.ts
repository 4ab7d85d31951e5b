import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";

/** Reads how many approval requests the admin can decide, for the inbox icon. Polled, because other admins create requests. */
export const waitingApprovalCountQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "approvals-waiting"),
    queryFn: ({ signal }) => api.approvals.waiting({}, { signal }),
    refetchInterval: 60_000,
  });

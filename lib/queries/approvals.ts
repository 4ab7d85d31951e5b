import { keepPreviousData, mutationOptions, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import { toast } from "@/lib/client/toast";
import { meQuery } from "./auth";
import { queryKeyOf } from "./keys";

export type ApprovalListInput = Parameters<typeof api.approvals.list>[0];
export type DecideApprovalInput = Parameters<typeof api.approvals.decide>[0];

/** Reads approval requests. Cached under Overview, because approvals are not a module of their own. */
export const approvalListQuery = (input: ApprovalListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "approvals", input),
    queryFn: fetchInWindow(api.approvals.list, input),
    placeholderData: keepPreviousData,
  });

/** Reads one approval request with its effects on accounts. Always refetched, because the admin is about to decide it. */
export const approvalQuery = (approvalId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "approval", approvalId),
    queryFn: ({ signal }) => api.approvals.single({ approvalId }, { signal }),
    staleTime: 0,
  });

// Query key groups of all modules whose records a decision on an approval can change.
const INVALIDATED_GROUPS = [
  "AppConfig",
  "Event",
  "Grant",
  "Overview",
  "RP",
  "KYC",
  "System-Logs",
  "System-Wallet",
  "Transaction",
  "User",
] as const;

/** `idempotencyKey`: a new key for each opened form, so that a retry after a lost response returns the first result. */
export const decideApprovalMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: DecideApprovalInput) => api.approvals.decide(input, { context: { idempotencyKey } }),
    meta: { invalidates: INVALIDATED_GROUPS, quiet: true },
  });

/** Withdraws the admin's own approval request. */
export const cancelApprovalMutation = () =>
  mutationOptions({
    mutationFn: (approvalId: string) => api.approvals.cancel({ approvalId }),
    meta: { invalidates: INVALIDATED_GROUPS, quiet: true, done: "The request was withdrawn." },
  });

/** Returns the props of a notice about a pending approval: the current admin, and the withdrawal of their own request. */
export function useCancelApproval({ approvalId }: { approvalId: string }) {
  const ownId = useQuery(meQuery()).data?.id;
  const { mutate, isPending: isCancelling } = useMutation({
    ...cancelApprovalMutation(),
    onError: (error) => void toast.error(error.message),
  });
  return { me: ownId, busy: isCancelling, onWithdraw: () => mutate(approvalId) };
}

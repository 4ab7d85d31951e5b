import { keepPreviousData, mutationOptions, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { toast } from "@/lib/client/toast";
import { meQuery } from "./auth";
import { key } from "./keys";

export type ApprovalListInput = Parameters<typeof api.approvals.list>[0];
export type ApprovalDecisionInput = Parameters<typeof api.approvals.decide>[0];

/** What waits for me belongs to the overview's data: it is no module of its own. */
export const approvalListQuery = (input: ApprovalListInput) =>
  queryOptions({
    queryKey: key("Overview", "approvals", input),
    queryFn: ({ signal }) => api.approvals.list(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** One request with what it does to accounts: read again each time that somebody is about to decide it. */
export const approvalQuery = (approvalId: string) =>
  queryOptions({
    queryKey: key("Overview", "approval", approvalId),
    queryFn: ({ signal }) => api.approvals.single({ approvalId }, { signal }),
    staleTime: 0,
  });

/** The number at the inbox; looked up again now and then, because others make requests. */
export const waitingApprovalsQuery = () =>
  queryOptions({
    queryKey: key("Overview", "approvals-waiting"),
    queryFn: ({ signal }) => api.approvals.waiting({}, { signal }),
    refetchInterval: 60_000,
  });

// A decision changes the record that it is about, whichever module that belongs to.
const INVALIDATES = [
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

/** `idempotencyKey`: one for each time the form is opened, so that a retry after a lost answer gets the first one's. */
export const decideApprovalMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: ApprovalDecisionInput) => api.approvals.decide(input, { context: { idempotencyKey } }),
    meta: { invalidates: INVALIDATES, quiet: true },
  });

export const cancelApprovalMutation = () =>
  mutationOptions({
    mutationFn: (approvalId: string) => api.approvals.cancel({ approvalId }),
    meta: { invalidates: INVALIDATES, quiet: true, done: "The request was withdrawn." },
  });

/** What the notice on a record needs besides what waits: who looks at it, and how they take their own request back. */
export function useWithdrawal({ approvalId }: { approvalId: string }) {
  const me = useQuery(meQuery()).data?.id;
  const { mutate, isPending: busy } = useMutation({
    ...cancelApprovalMutation(),
    onError: (error) => void toast.error(error.message),
  });
  return { me, busy, onWithdraw: () => mutate(approvalId) };
}

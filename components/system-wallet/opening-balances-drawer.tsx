"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { Timeline } from "@/components/common/history/timeline";
import { EmptyListState, LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import type { OpeningBalanceFile } from "@/lib/contract/opening-balances";
import { routes } from "@/lib/contract/routes";
import { formatCount, formatMoney } from "@/lib/format";
import { useCancelApproval } from "@/lib/queries/approvals";
import { useAccess } from "@/lib/queries/rp";
import { deleteOpeningBalancesMutation, openingBalancesQuery } from "@/lib/queries/system-wallet";
import { OpeningBalancesDialog } from "./opening-balances-dialog";

/** Lists files of imported opening balances: their total, the progress of posting, and pending approval requests. */
export function OpeningBalancesDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(openingBalancesQuery());
  const [toPost, setToPost] = useState<OpeningBalanceFile | null>(null);
  const [toDelete, setToDelete] = useState<OpeningBalanceFile | null>(null);
  const remove = useMutation(deleteOpeningBalancesMutation());
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title="Opening balances"
      description="Files uploaded by operations. Nothing is posted before two admins have approved the sum."
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data?.items.length === 0 && (
        <EmptyListState>Files of opening balances appear here once they are stored.</EmptyListState>
      )}
      <div className="divide-y divide-border">
        {data?.items.map((file) => (
          <FileSection key={file.id} file={file} onRequest={() => setToPost(file)} onDelete={() => setToDelete(file)} />
        ))}
      </div>
      {toPost && <OpeningBalancesDialog file={toPost} onClose={() => setToPost(null)} />}
      {toDelete && (
        <LazyConfirmDialog
          open
          onOpenChange={() => setToDelete(null)}
          title={`Delete ${toDelete.file_name}?`}
          consequence="Its lines are deleted. Nothing of it was posted, and the file can be stored again."
          confirmLabel="Delete"
          tone="danger"
          onConfirm={async () => {
            await remove.mutateAsync({ balanceFileId: toDelete.id });
            toast.success(`${toDelete.file_name} is deleted.`);
          }}
        />
      )}
    </Dialog>
  );
}

type FileSectionProps = { file: OpeningBalanceFile; onRequest: () => void; onDelete: () => void };

function FileSection({ file, onRequest, onDelete }: FileSectionProps) {
  const { id, file_name, state, stored_at, awaiting, timeline } = file;
  const mayRequest = useAccess(routes.systemWallet.postOpeningBalances);
  const mayDelete = useAccess(routes.systemWallet.deleteOpeningBalances);
  return (
    <section aria-labelledby={`file-${id}`} className="space-y-3 py-4 first:pt-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`file-${id}`} className="min-w-0 font-bold wrap-anywhere">
          {file_name}
        </h3>
        <StatusBadge status={state} />
      </div>
      <p className="text-sm text-muted">
        Stored <DateTime at={stored_at} />
      </p>
      <FactList facts={fileFacts(file)} />
      <SkippedLines {...file.skipped} />
      {awaiting && <PostingAwaiting awaiting={awaiting} />}
      {state === "stored" && (mayRequest || mayDelete) && (
        <div className="flex flex-wrap gap-2">
          {mayRequest && (
            <Button size="sm" aria-label={`Request the posting of ${file_name}`} onClick={onRequest}>
              Request posting
            </Button>
          )}
          {mayDelete && (
            <Button size="sm" aria-label={`Delete ${file_name}`} onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      )}
      {timeline.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm font-semibold">History</summary>
          <div className="pt-3">
            <Timeline entries={timeline} />
          </div>
        </details>
      )}
    </section>
  );
}

function fileFacts({ app, lines, amount, zeros, state, posted, reversed }: OpeningBalanceFile) {
  const isPostingOrPosted = state === "posting" || state === "posted";
  return [
    ["App", app],
    ["Balances", formatCount(lines)],
    ["Sum", formatMoney(amount)],
    ...(zeros ? [["Left out with zero", formatCount(zeros)] as const] : []),
    ...(isPostingOrPosted ? [["Posted", `${formatCount(posted.lines)}, ${formatMoney(posted.amount)}`] as const] : []),
    ...(reversed.lines
      ? [["Taken back of these", `${formatCount(reversed.lines)}, ${formatMoney(reversed.amount)}`] as const]
      : []),
  ] as const;
}

function SkippedLines({ lines, amount, reasons }: OpeningBalanceFile["skipped"]) {
  if (!lines) return null;
  return (
    <Alert tone="warning" title={`Not posted: ${formatCount(lines)}, ${formatMoney(amount)}`}>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {lines > reasons.length && <p>{formatCount(lines - reasons.length)} more are not named here.</p>}
    </Alert>
  );
}

function PostingAwaiting({ awaiting }: { awaiting: NonNullable<OpeningBalanceFile["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <AwaitingApprovalNotice
      awaiting={awaiting}
      nobody="another admin who may approve in System Wallet"
      {...withdrawal}
    />
  );
}

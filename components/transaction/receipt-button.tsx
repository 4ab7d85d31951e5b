"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { downloadExport } from "@/components/common/export/download";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import { routes } from "@/lib/contract/routes";
import { useAccess } from "@/lib/queries/rp";
import { createReceiptMutation } from "@/lib/queries/transaction";

/** Downloads a transaction's receipt as a PDF file. Renders nothing for admins who may not export transactions. */
export function ReceiptButton({ transactionId }: { transactionId: string }) {
  const mayExport = useAccess(routes.transaction.receipt);
  const { mutate, isPending } = useMutation({
    ...createReceiptMutation(),
    onSuccess: ({ token }) => downloadExport(token),
    onError: (error) => void toast.error(error.message),
  });
  if (!mayExport) return null;
  return (
    <Button busy={isPending} onClick={() => mutate(transactionId)}>
      <Download aria-hidden="true" /> Receipt (PDF)
    </Button>
  );
}

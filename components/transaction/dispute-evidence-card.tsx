"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, FileText, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { FreeText } from "@/components/common/free-text";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { downloadBlobAsFile } from "@/lib/client/save-blob";
import { toast } from "@/lib/client/toast";
import type { DisputeDetails, DisputeEvidence } from "@/lib/contract/dispute";
import { DISPUTE_EVIDENCE_MAX } from "@/lib/contract/dispute.values";
import { fetchEvidenceFile, removeEvidenceMutation } from "@/lib/queries/dispute";

const DisputeEvidenceDialog = lazyWithPreload(() => import("./dispute-evidence-dialog"), "DisputeEvidenceDialog");

/** Shows what the payer's bank receives if the dispute is contested: our record of the payment, texts and files. */
export function DisputeEvidenceCard({ dispute, mayChange }: { dispute: DisputeDetails; mayChange: boolean }) {
  const [isAdding, setIsAdding] = useState(false);
  const { proof, evidence } = dispute;
  return (
    <Card>
      <CardHeader
        title="Evidence"
        description="Sent to the payer's bank, as one PDF, if the dispute is contested."
        actions={
          mayChange &&
          evidence.length < DISPUTE_EVIDENCE_MAX && (
            <Button
              onPointerEnter={DisputeEvidenceDialog.preload}
              onFocus={DisputeEvidenceDialog.preload}
              onClick={() => setIsAdding(true)}
            >
              Add evidence
            </Button>
          )
        }
      />
      <div className="space-y-4 px-5 pb-5">
        {proof && (
          <section>
            <h3 className="mb-2 text-sm font-semibold">Receipt and record of the payment, added automatically</h3>
            <FactList
              facts={[
                ["Customer", proof.name],
                ["Phone", proof.phone],
                proof.email !== "" && ["Email", proof.email],
                ["Delivered", proof.service],
              ]}
            />
          </section>
        )}
        {evidence.length > 0 && (
          <ul className="divide-y divide-border border-border border-t">
            {evidence.map((each) => (
              <EvidenceRow key={each.id} disputeId={dispute.id} evidence={each} mayRemove={mayChange} />
            ))}
          </ul>
        )}
        {evidence.length === 0 && (
          <p className="text-sm text-muted">{mayChange ? "No texts and files yet." : "No texts and files."}</p>
        )}
      </div>
      <Suspense>
        {isAdding && <DisputeEvidenceDialog disputeId={dispute.id} onClose={() => setIsAdding(false)} />}
      </Suspense>
    </Card>
  );
}

type RowProps = { disputeId: string; evidence: DisputeEvidence; mayRemove: boolean };

function EvidenceRow({ disputeId, evidence, mayRemove }: RowProps) {
  const { id, text, file_name: name, content_type: type, added_by, added_at } = evidence;
  const [isRemoving, setIsRemoving] = useState(false);
  const { mutateAsync } = useMutation(removeEvidenceMutation());
  const label = name ?? "this text";
  const download = () =>
    fetchEvidenceFile(disputeId, id).then(
      (blob) => downloadBlobAsFile(blob, type === "application/pdf" ? `${id}.pdf` : `${id}.jpg`),
      (error: Error) => void toast.error(error.message),
    );
  return (
    <li className="flex items-start gap-3 py-3">
      <FileText className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-sm">
        {name && (
          <FreeText as="p" className="font-semibold">
            {name}
          </FreeText>
        )}
        {text && <FreeText as="p">{text}</FreeText>}
        <p className="text-muted">
          {added_by.name}, <DateTime at={added_at} />
        </p>
      </div>
      {name && (
        <Button size="icon-sm" variant="ghost" aria-label={`Download ${name}`} title="Download" onClick={download}>
          <Download aria-hidden="true" />
        </Button>
      )}
      {mayRemove && (
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Remove ${label}`}
          title="Remove"
          onClick={() => setIsRemoving(true)}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      )}
      <LazyConfirmDialog
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={`Remove ${label}?`}
        consequence="The payer's bank will not receive it."
        confirmLabel="Remove"
        tone="danger"
        onConfirm={async () => {
          await mutateAsync({ disputeId, evidenceId: id });
          toast.success("Removed from the evidence.");
        }}
      />
    </li>
  );
}

"use client";

import { type ReactNode, useState } from "react";
import { AssignDialog } from "@/components/common/assign-dialog";
import { ExportButton } from "@/components/common/export/export-button";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { BulkResultDialog } from "@/components/common/form/result-dialog";
import { DeleteRecordDialog } from "@/components/common/table/delete-record";
import { IntegrityVerificationDialog } from "@/components/common/verification-dialog";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SampleDialog } from "./sample-dialog";
import { GalleryExample, GallerySection } from "./section";

const loadSchema = () => import("./sample-schema").then(({ sampleCategory }) => sampleCategory);
const waitOneSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000));
const failToSave = async () => {
  throw new Error("Can't delete: 3 reports use it. Move them first.");
};
const OFFICERS = [
  { id: "ada", name: "Ada Obi", email: "ada.obi@crossriverpay.example" },
  { id: "emmanuel", name: "Emmanuel Ogar", email: "emmanuel@crossriverpay.example" },
];
const loadedQuery = { error: null, isFetching: false, refetch: async () => {} };
const ROADS_CATEGORY = { id: "roads", name: "Roads", version: 1 };

/** Sample dialogs by the label of the button that opens them. Each dialog receives a function that closes the dialog. */
const SAMPLE_DIALOGS: Record<string, (close: () => void) => ReactNode> = {
  "Open dialog": (close) => (
    <Dialog
      open
      onOpenChange={close}
      title="Details of the device"
      description="Signed in on 26 Nov 2026."
      footer={
        <Button variant="primary" onClick={close}>
          Close
        </Button>
      }
    >
      <p>Chrome on Windows, Calabar.</p>
    </Dialog>
  ),
  "Open drawer": (close) => (
    <Dialog open onOpenChange={close} title="Entry WAL-000031" side="right">
      <p>A drawer along the right edge.</p>
    </Dialog>
  ),
  "Open confirmation": (close) => (
    <ConfirmDialog
      open
      onOpenChange={close}
      title="Approve the refund of ₦12,500.00?"
      consequence="Takes effect immediately."
      confirmLabel="Approve"
      onConfirm={waitOneSecond}
    />
  ),
  "Open discard question": (close) => (
    <LazyConfirmDialog
      open
      onOpenChange={close}
      title="Discard changes?"
      consequence="What you typed is not saved."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={async () => {}}
    />
  ),
  "Open deletion": (close) => (
    <DeleteRecordDialog
      record={ROADS_CATEGORY}
      consequence="It can't be brought back."
      onDelete={failToSave}
      onDone={close}
      onClose={close}
    />
  ),
  "Open form": (close) => (
    <FormDialog
      open
      onOpenChange={close}
      title="Reject KYC-000123?"
      consequence="The citizen is told by mail and push."
      submitLabel="Reject"
      tone="danger"
      schema={loadSchema}
      fixed={{ name: "KYC-000123" }}
      defaultValues={{ reason: "" }}
      onSubmit={waitOneSecond}
    >
      <TextAreaField name="reason" label="Reason" hint="The citizen reads it." max={500} />
    </FormDialog>
  ),
  "Open record": (close) => <SampleDialog record={ROADS_CATEGORY} onClose={close} />,
  "Open assignment": (close) => (
    <AssignDialog
      title="Assign 2 requests"
      description="They appear in the officer's queue."
      label="Officer"
      officers={{ ...loadedQuery, data: OFFICERS }}
      busy={false}
      onAssign={close}
      onClose={close}
    />
  ),
  "Open verification": (close) => (
    <IntegrityVerificationDialog
      title="Verify the ledger"
      description="Every entry is added up again."
      progress={{ label: "Entries verified", value: 450, max: 1_200 }}
      run={{ isFinished: false, problem: "The service can't be reached.", goOn: () => {} }}
      onClose={close}
    >
      {null}
    </IntegrityVerificationDialog>
  ),
  "Open results": (close) => (
    <BulkResultDialog
      title={(doneCount) => `${doneCount} of 2 requests assigned`}
      results={[
        { id: "1", name: "KYC-000123", done: true, message: "Assigned to Ada Obi" },
        { id: "2", name: "KYC-000124", done: false, message: "Already decided. Reopen it first." },
      ]}
      onClose={close}
    />
  ),
};

export function DialogExamples() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <GallerySection id="dialogs" title="Dialogs">
      <GalleryExample caption="Each button opens one">
        <div className="flex flex-wrap gap-2">
          {Object.keys(SAMPLE_DIALOGS).map((name) => (
            <Button key={name} onClick={() => setOpen(name)}>
              {name}
            </Button>
          ))}
          <ExportButton
            what={["payment", "payments"]}
            hiddenColumns={null}
            filtered={false}
            list={{ total: 62, totalIsCapped: false }}
            create={failToSave}
            createPdf={failToSave}
            progress={failToSave}
          />
        </div>
      </GalleryExample>
      {open && SAMPLE_DIALOGS[open]?.(() => setOpen(null))}
    </GallerySection>
  );
}

"use client";

import { TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import { ApiError } from "@/lib/client/api-error";

type Category = { id: string; name: string; version: number };
type Sent = { name: string; reason?: string };

const loadSchema = () => import("./sample-schema").then(({ sampleCategory }) => sampleCategory);

/** Form of a record in a short list. Saving always fails with an edit conflict. */
export function SampleDialog({ record, onClose }: { record?: Category; onClose: () => void }) {
  const refuse = async (): Promise<Category> => {
    throw new ApiError("http", {
      status: 409,
      message: "This category has changed since you opened it. Review the latest version and try again.",
      current: { ...record, name: "Roads and bridges", version: 2 },
    });
  };
  return (
    <RecordDialog<Category, Sent, Sent, object>
      record={record}
      what="category"
      draft={`sample:${record?.id ?? "new"}`}
      schemas={{ create: loadSchema, update: loadSchema }}
      reference={() => ({})}
      values={(base) => ({ name: base?.name ?? "" })}
      facts={[["Name", ({ name }) => name]]}
      create={() => ({ mutationFn: refuse })}
      update={() => ({ mutationFn: refuse })}
      remove={{ mutation: () => ({ mutationFn: refuse }), consequence: "It can't be brought back." }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" />
    </RecordDialog>
  );
}

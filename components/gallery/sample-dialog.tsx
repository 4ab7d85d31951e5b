"use client";

import { CategoryDialog } from "@/components/common/form/category-dialog";
import { ApiError } from "@/lib/client/api-error";
import { SAMPLE_ICONS, type SampleIcon, SamplePicture } from "./fields";

type NamedRecord = { id: string; name: string; version: number };
type Category = NamedRecord & { icon: SampleIcon };
type SampleInput = { name: string; icon?: string };

const loadSchema = () => import("./sample-schema").then(({ sampleCategory }) => sampleCategory);

/** Renders the form of a record in a short list. Saving always fails with an edit conflict. */
export function SampleDialog({ record, onClose }: { record?: NamedRecord; onClose: () => void }) {
  const failToSave = async (): Promise<Category> => {
    throw new ApiError("http", {
      status: 409,
      message: "This category has changed since you opened it. Review the latest version and try again.",
      current: { ...record, icon: "leaf", name: "Roads and bridges", version: 2 },
    });
  };
  return (
    <CategoryDialog<SampleIcon, Category, SampleInput, SampleInput, object>
      category={record && { ...record, icon: "leaf" }}
      module="sample"
      nameMax={60}
      icons={SAMPLE_ICONS}
      Picture={SamplePicture}
      schemas={{ create: loadSchema, update: loadSchema }}
      reference={() => ({})}
      values={(stored) => ({ name: stored?.name ?? "", icon: stored?.icon })}
      facts={[]}
      create={() => ({ mutationFn: failToSave })}
      update={() => ({ mutationFn: failToSave })}
      remove={{ mutation: () => ({ mutationFn: failToSave }), consequence: "It can't be brought back." }}
      onClose={onClose}
    />
  );
}

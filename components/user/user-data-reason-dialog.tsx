"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { UserDetails } from "@/lib/contract/user";
import { USER_REASON_MAX } from "@/lib/contract/user.values";
import { DATA_COPY_AVAILABLE_DAYS } from "@/lib/contract/user-data.values";
import {
  placeDataHoldMutation,
  releaseDataHoldMutation,
  requestDataCopyMutation,
  requestDataErasureMutation,
  type UserDataReasonInput,
} from "@/lib/queries/user-data";
import { type CitizenDataRequest, dataRequestDraftName } from "./user-actions";

const loadSchema = () => import("@/lib/contract/user-data").then((module) => module.userDataReasonInput);

type Texts = {
  title: (name: string) => string;
  consequence: string;
  submitLabel: string;
  tone?: "danger";
  hint: string;
  done: (name: string) => string;
};

const TEXTS: Record<CitizenDataRequest, Texts> = {
  exportData: {
    title: (name) => `Request a copy of all data about ${name}`,
    consequence: `After another admin approves it, only you can download it, once, within ${DATA_COPY_AVAILABLE_DAYS} days. It contains documents and full identity and bank account numbers.`,
    submitLabel: "Request approval",
    hint: "Who asked for the copy, and how. Shown to the approver and recorded in the audit trail.",
    done: (name) => `The copy of ${name}'s data awaits approval.`,
  },
  eraseData: {
    title: (name) => `Erase ${name}'s data?`,
    consequence:
      "After another admin approves it, the data is erased and can't be restored. What the law requires to keep stays.",
    submitLabel: "Request approval",
    tone: "danger",
    hint: "Who asked for it, and how. Shown to the approver, and erased together with the name.",
    done: (name) => `The erasure of ${name}'s data awaits approval.`,
  },
  placeHold: {
    title: (name) => `Place a hold on ${name}'s data?`,
    consequence:
      "Takes effect immediately. The data can't be erased, by request or by age, until the hold is released.",
    submitLabel: "Place hold",
    hint: "Which investigation or order needs the data. Shown here and recorded in the audit trail.",
    done: (name) => `${name}'s data has a hold.`,
  },
  releaseHold: {
    title: (name) => `Release the hold on ${name}'s data?`,
    consequence: "Takes effect immediately. The data can be erased again, after another admin approves it.",
    submitLabel: "Release hold",
    hint: "Recorded in the audit trail.",
    done: (name) => `The hold on ${name}'s data is released.`,
  },
};

const MUTATIONS = {
  exportData: requestDataCopyMutation,
  eraseData: requestDataErasureMutation,
  placeHold: placeDataHoldMutation,
  releaseHold: releaseDataHoldMutation,
};

type Props = { user: UserDetails; request: CitizenDataRequest; onClose: () => void };

/** Sends a request about a citizen's data that needs only a reason. */
export function UserDataReasonDialog({ user, request, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(MUTATIONS[request]);
  const { title, consequence, submitLabel, tone, hint, done } = TEXTS[request];
  return (
    <FormDialog<UserDataReasonInput>
      open
      onOpenChange={onClose}
      title={title(user.name)}
      consequence={consequence}
      submitLabel={submitLabel}
      tone={tone}
      schema={loadSchema}
      draft={dataRequestDraftName(user.id, request)}
      fixed={{ userId: user.id }}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(done(user.name));
      }}
    >
      <TextAreaField name="reason" label="Reason" hint={hint} max={USER_REASON_MAX} rows={3} />
    </FormDialog>
  );
}

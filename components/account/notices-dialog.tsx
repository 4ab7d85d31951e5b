"use client";

import { useMutation } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { type ComparedFields, ConflictChanges } from "@/components/common/form/current-version";
import { FieldFrame } from "@/components/common/form/field";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { useField } from "@/components/common/form/use-field";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import type { NoticePreferences } from "@/lib/contract/notices";
import { NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_RULES, type NoticeChannel } from "@/lib/contract/notices.values";
import { changeNoticePreferencesMutation, type NoticePreferencesInput } from "@/lib/queries/notices";
import { describeDigestHour, formatFullHour } from "./notice-words";

const loadSchema = () => import("@/lib/contract/notices").then((module) => module.noticePreferences);

const CHANNEL_LABELS: Record<NoticeChannel, string> = { app: "App", push: "Push", mail: "Mail" };

const NOTICE_DIFF_FIELDS: ComparedFields<NoticePreferences> = [
  ...NOTICE_KINDS.map((kind): ComparedFields<NoticePreferences>[number] => [
    NOTICE_RULES[kind].label,
    ({ kinds }) =>
      NOTICE_CHANNELS.filter((channel) => kinds[kind][channel])
        .map((channel) => CHANNEL_LABELS[channel])
        .join(", ") || "Off",
  ]),
  ["Daily mail", ({ digest_hour }) => describeDigestHour(digest_hour)],
];

/** Edits the channels of each kind of notice. After an edit conflict it shows the current version and keeps the form. */
export function NoticePreferencesDialog({
  preferences,
  onClose,
}: {
  preferences: NoticePreferences;
  onClose: () => void;
}) {
  const { mutateAsync } = useMutation(changeNoticePreferencesMutation());
  const { base, newer, before, latest, captureConflict } = useEditConflict(preferences);
  const { version: _, ...values } = base;
  return (
    <FormDialog<NoticePreferencesInput>
      open
      onOpenChange={onClose}
      title="Notices"
      size="lg"
      consequence="A kind without a tick is off. Changes apply to later notices."
      schema={loadSchema}
      fixed={{ version: latest.version }}
      defaultValues={values}
      submitLabel="Save"
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
      }}
    >
      {newer && <ConflictChanges facts={NOTICE_DIFF_FIELDS} base={before} newer={newer} />}
      <NoticeKindTable />
      <DigestField />
    </FormDialog>
  );
}

function NoticeKindTable() {
  const { register } = useFormContext();
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-border text-sm text-muted">
          <th scope="col" className="py-2 pr-3 font-semibold">
            Notice
          </th>
          {NOTICE_CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-14 py-2 text-center font-semibold">
              {CHANNEL_LABELS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {NOTICE_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-2 pr-3 font-medium">
              {NOTICE_RULES[kind].label}
            </th>
            {NOTICE_CHANNELS.map((channel) => (
              <td key={channel} className="py-2 text-center">
                <Checkbox
                  {...register(`kinds.${kind}.${channel}`)}
                  aria-label={`${CHANNEL_LABELS[channel]}: ${NOTICE_RULES[kind].label}`}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HOUR_OPTIONS = [
  { value: "", label: "Off" },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatFullHour(hour) })),
];

function DigestField() {
  const field = {
    name: "digest_hour",
    label: "Daily mail",
    hint: "At this hour in Lagos, with your unread notices. Not sent if there are none.",
  };
  const { id, error, control } = useField(field, {
    setValueAs: (hour) => (hour === "" || hour === null ? null : Number(hour)),
  });
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error}>
      <Select {...control} options={HOUR_OPTIONS} className="flex w-40" />
    </FieldFrame>
  );
}

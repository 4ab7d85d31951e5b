import { DraftCheckboxField, DraftTextField } from "@/components/record-editor/draft-field";
import { ImageField } from "@/components/record-editor/image-field";
import type { DraftImages } from "@/components/record-editor/use-image-sources";
import { Card, CardHeader } from "@/components/ui/card";
import { BROADCAST_TEXT_MAX, BROADCAST_TITLE_MAX } from "@/lib/contract/app-config.values";
import { BroadcastAudienceField } from "./broadcast-audience-field";
import { BroadcastDestinationField } from "./broadcast-destination-field";
import type { BroadcastDraft } from "./broadcast-draft";

type BroadcastFieldsProps = {
  draft: BroadcastDraft;
  change: (patch: Partial<BroadcastDraft>) => void;
  problem: (field: string) => string | undefined;
  images: DraftImages;
  readOnly: boolean;
};

/** Edits a notification's message, destination and audience. */
export function BroadcastFields({ draft, change, problem, images, readOnly }: BroadcastFieldsProps) {
  const lengthHint = (used: number, max: number) => `${used} of ${max} characters. Phones cut longer texts.`;
  return (
    <>
      <Card>
        <CardHeader title="Message" />
        <div className="space-y-4 px-5 pb-5">
          <DraftTextField
            field="title"
            label="Title"
            hint={lengthHint(draft.title.length, BROADCAST_TITLE_MAX)}
            value={draft.title}
            onChange={(title) => change({ title })}
            max={BROADCAST_TITLE_MAX}
            problem={problem("title")}
            readOnly={readOnly}
          />
          <DraftTextField
            field="text"
            label="Text"
            rows={4}
            hint={lengthHint(draft.text.length, BROADCAST_TEXT_MAX)}
            value={draft.text}
            onChange={(text) => change({ text })}
            max={BROADCAST_TEXT_MAX}
            problem={problem("text")}
            readOnly={readOnly}
          />
          <ImageField
            field="image_id"
            label="Picture"
            optional
            hint="Shown on phones that support it. Anyone can open it once the notification is sent."
            images={images}
            value={draft.image_id}
            onChange={(image_id) => change({ image_id })}
            problem={problem("image_id")}
            readOnly={readOnly}
          />
          <BroadcastDestinationField
            value={draft.destination}
            onChange={(destination) => change({ destination })}
            problem={problem("destination.target")}
            readOnly={readOnly}
          />
        </div>
      </Card>
      <Card>
        <CardHeader title="Recipients" />
        <div className="space-y-4 px-5 pb-5">
          <BroadcastAudienceField
            value={draft.audience}
            // Clears the email option for an audience by language, for which the option is hidden: such an audience includes only
            // people with a device.
            onChange={(audience) =>
              change({ audience, ...(audience.kind === "languages" && { mail_without_device: false }) })
            }
            problem={problem("audience")}
            readOnly={readOnly}
          />
          {draft.audience.kind !== "languages" && (
            <DraftCheckboxField
              field="mail_without_device"
              label="Email people without a device"
              hint="The same title and text, as an email."
              checked={draft.mail_without_device}
              onChange={(mail_without_device) => change({ mail_without_device })}
              readOnly={readOnly}
            />
          )}
        </div>
      </Card>
    </>
  );
}

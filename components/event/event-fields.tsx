import { DraftDateTimeField } from "@/components/record-editor/draft-date-time-field";
import { DraftFieldAnchor, DraftSelectField, DraftTextField } from "@/components/record-editor/draft-field";
import { ImageField } from "@/components/record-editor/image-field";
import { createDraftFieldProps, type RecordFieldsProps } from "@/components/record-editor/record-fields";
import { RichTextField } from "@/components/record-editor/rich-text/rich-text-field";
import type { DraftImages } from "@/components/record-editor/use-image-sources";
import { Card, CardHeader } from "@/components/ui/card";
import type { EventCategory } from "@/lib/contract/event";
import { EVENT_CAPACITY_MAX, EVENT_TITLE_MAX, ORGANISER_NAME_MAX, VENUE_LENGTH_MAX } from "@/lib/contract/event.values";
import { isEmptyText } from "@/lib/contract/rich-text.values";
import { EventCover } from "./event-cover";
import type { EventDraft } from "./event-draft";
import { EventPlaceField } from "./event-place-field";

export type EventFieldsProps = RecordFieldsProps<EventDraft>;

type AboutFieldsProps = EventFieldsProps & { categories: readonly EventCategory[]; images: DraftImages };

/** Edits an event's title, description, category and organiser. */
export function EventAboutFields({ categories, images, ...props }: AboutFieldsProps) {
  const { draft, change, problem, readOnly } = props;
  const field = createDraftFieldProps(props);
  const options = categories.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Card>
      <CardHeader title="About the event" />
      <div className="space-y-4 px-5 pb-5">
        <DraftTextField {...field("title")} label="Title" max={EVENT_TITLE_MAX} />
        <DraftSelectField
          {...field("category_id")}
          label="Category"
          options={options}
          placeholder="Choose a category"
        />
        <DraftFieldAnchor field="description">
          <RichTextField
            label="Description"
            value={draft.description}
            onChange={(text) => change({ description: isEmptyText(text) ? null : text })}
            onUpload={images.upload}
            imageUrl={images.urlOf}
            problem={problem("description")}
            readOnly={readOnly}
          />
        </DraftFieldAnchor>
        <ImageField
          {...field("cover_image_id")}
          label="Cover picture"
          optional
          hint="Wide pictures suit best, such as 1600 × 900 pixels. Anyone can see it once the event is live."
          images={images}
        >
          {(imageId) => (
            <EventCover
              key={imageId}
              imageId={imageId}
              alt={`Cover of ${draft.title}`}
              placeholder={images.urlOf(imageId)}
            />
          )}
        </ImageField>
        <DraftTextField {...field("organiser")} label="Organiser" optional max={ORGANISER_NAME_MAX} />
      </div>
    </Card>
  );
}

type WhenFieldsProps = EventFieldsProps & {
  /** Reason why dates and capacity can't be changed; null if they can. */
  timesLocked: string | null;
  isLive?: boolean;
};

/** Edits an event's time, place and capacity. */
export function EventTimeAndPlaceFields({ timesLocked: timesLockReason, isLive = false, ...props }: WhenFieldsProps) {
  const { readOnly } = props;
  const field = createDraftFieldProps(props);
  const isLocked = readOnly || timesLockReason !== null;
  return (
    <Card>
      <CardHeader title="When and where" />
      <div className="space-y-4 px-5 pb-5">
        {timesLockReason && !readOnly && <p className="text-muted text-sm">{timesLockReason}</p>}
        <fieldset disabled={isLocked} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
          <legend className="sr-only">Start and end</legend>
          <DraftDateTimeField {...field("starts_at")} label="Starts" hint="Lagos time" />
          <DraftDateTimeField {...field("ends_at")} label="Ends" hint="Lagos time" />
        </fieldset>
        <DraftTextField
          {...field("venue")}
          label="Venue"
          hint={
            isLive && !readOnly
              ? "A new time or venue is sent to everybody with a valid ticket, by mail and push, when you save."
              : undefined
          }
          max={VENUE_LENGTH_MAX}
        />
        <EventPlaceField {...props} />
        <DraftTextField
          {...field("capacity")}
          label="Capacity"
          optional
          inputMode="numeric"
          hint="Total for all ticket types. If empty: the number of tickets."
          max={String(EVENT_CAPACITY_MAX).length}
          readOnly={isLocked}
        />
      </div>
    </Card>
  );
}

import { EntrySelect, EntrySpot, EntryText } from "@/components/entry/entry-field";
import { ImageField } from "@/components/entry/image-field";
import { LagosTimeField, lagosInstant, lagosLocal } from "@/components/entry/lagos-time-field";
import { RichTextField } from "@/components/entry/rich-text/rich-text-field";
import type { EntryImages } from "@/components/entry/use-entry-images";
import { Card, CardHeader } from "@/components/ui/card";
import type { EventCategory } from "@/lib/contract/event";
import { EVENT_CAPACITY_MAX, EVENT_TITLE_MAX, ORGANISER_MAX, VENUE_MAX } from "@/lib/contract/event.values";
import { isEmptyText } from "@/lib/contract/rich-text.values";
import { EventCover } from "./event-cover";
import type { EventDraft } from "./event-draft";
import { EventPlaceField } from "./event-place-field";

export type EventFieldsProps = {
  draft: EventDraft;
  change: (patch: Partial<EventDraft>) => void;
  /** What is wrong with a field, or with something within it. */
  problem: (field: string) => string | undefined;
  readOnly: boolean;
};

type AboutProps = EventFieldsProps & { categories: readonly EventCategory[]; images: EntryImages };

/** What the event is, and who holds it. */
export function EventAboutFields({ draft, change, problem, readOnly, categories, images }: AboutProps) {
  const options = categories.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Card>
      <CardHeader title="About the event" />
      <div className="space-y-4 px-5 pb-5">
        <EntryText
          field="title"
          label="Title"
          value={draft.title}
          onChange={(title) => change({ title })}
          max={EVENT_TITLE_MAX}
          problem={problem("title")}
          readOnly={readOnly}
        />
        <EntrySelect
          field="category_id"
          label="Category"
          value={draft.category_id}
          onChange={(category_id) => change({ category_id })}
          options={options}
          placeholder="Choose a category"
          problem={problem("category_id")}
          readOnly={readOnly}
        />
        <EntrySpot field="description">
          <RichTextField
            label="Description"
            value={draft.description}
            onChange={(text) => change({ description: isEmptyText(text) ? null : text })}
            onUpload={images.upload}
            imageUrl={images.urlOf}
            problem={problem("description")}
            readOnly={readOnly}
          />
        </EntrySpot>
        <ImageField
          field="cover_image_id"
          label="Cover picture"
          optional
          hint="Wide pictures suit best, such as 1600 × 900 pixels. Anyone can see it once the event is live."
          images={images}
          value={draft.cover_image_id}
          onChange={(cover_image_id) => change({ cover_image_id })}
          problem={problem("cover_image_id")}
          readOnly={readOnly}
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
        <EntryText
          field="organiser"
          label="Organiser"
          optional
          value={draft.organiser}
          onChange={(organiser) => change({ organiser })}
          max={ORGANISER_MAX}
          problem={problem("organiser")}
          readOnly={readOnly}
        />
      </div>
    </Card>
  );
}

type WhenProps = EventFieldsProps & {
  /** Why dates and capacity can't be changed; null where they can. */
  timesLocked: string | null;
};

/** When and where it takes place, and for how many. */
export function EventWhenFields({ timesLocked, ...props }: WhenProps) {
  const { draft, change, problem, readOnly } = props;
  const local = (instant: string | null) => (instant ? lagosLocal(instant) : "");
  const isLocked = readOnly || timesLocked !== null;
  return (
    <Card>
      <CardHeader title="When and where" />
      <div className="space-y-4 px-5 pb-5">
        {timesLocked && !readOnly && <p className="text-muted text-sm">{timesLocked}</p>}
        <fieldset disabled={isLocked} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
          <legend className="sr-only">Start and end</legend>
          <EntrySpot field="starts_at">
            <LagosTimeField
              label="Starts"
              hint="Lagos time"
              value={local(draft.starts_at)}
              onChange={(typed) => change({ starts_at: lagosInstant(typed) })}
              problem={problem("starts_at")}
            />
          </EntrySpot>
          <EntrySpot field="ends_at">
            <LagosTimeField
              label="Ends"
              hint="Lagos time"
              value={local(draft.ends_at)}
              onChange={(typed) => change({ ends_at: lagosInstant(typed) })}
              problem={problem("ends_at")}
            />
          </EntrySpot>
        </fieldset>
        <EntryText
          field="venue"
          label="Venue"
          value={draft.venue}
          onChange={(venue) => change({ venue })}
          max={VENUE_MAX}
          problem={problem("venue")}
          readOnly={readOnly}
        />
        <EventPlaceField {...props} />
        <EntryText
          field="capacity"
          label="Capacity"
          optional
          inputMode="numeric"
          hint="Total for all ticket types. If empty: as many as there are tickets."
          value={draft.capacity}
          onChange={(capacity) => change({ capacity })}
          max={String(EVENT_CAPACITY_MAX).length}
          problem={problem("capacity")}
          readOnly={isLocked}
        />
      </div>
    </Card>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { ComparedFields } from "@/components/common/form/current-version";
import type { BroadcastDestination, BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import {
  audienceGroupsQuery,
  contentEntryQuery,
  contentEntryRoutesOf,
  publicLanguagesQuery,
} from "@/lib/queries/content-entries";
import { useAccess } from "@/lib/queries/rp";
import { type BroadcastDraft, describeBroadcastAudience, describeBroadcastDestination } from "./broadcast-draft";

const CONTENT_ENTRY_KIND_BY_DESTINATION = { announcement: "announcements", article: "culture", faq: "faq" } as const;

/** Describes what a tap on the notification opens, with the target's title if the admin may read it. */
export function useBroadcastDestinationText(destination: BroadcastDestination): string {
  const { kind, target } = destination;
  const hasTitle = kind in CONTENT_ENTRY_KIND_BY_DESTINATION && target !== "";
  const entryKind = CONTENT_ENTRY_KIND_BY_DESTINATION[kind as keyof typeof CONTENT_ENTRY_KIND_BY_DESTINATION] ?? "faq";
  const mayRead = useAccess(contentEntryRoutesOf(entryKind).entry);
  const { data } = useQuery({ ...contentEntryQuery(entryKind, target), enabled: hasTitle && mayRead });
  return describeBroadcastDestination(destination, hasTitle ? data?.title : undefined);
}

/** Returns a notification's fields for comparison after a conflict, with names instead of ids. Two different values never get the same text. */
export function useBroadcastDiffFields(
  base: BroadcastDraft,
  theirs: BroadcastWithFigures,
): ComparedFields<BroadcastDraft> {
  const kinds = [base.audience.kind, theirs.audience.kind];
  const groups = useQuery({ ...audienceGroupsQuery("faq"), enabled: kinds.includes("groups") });
  const languages = useQuery({ ...publicLanguagesQuery(), enabled: kinds.includes("languages") });
  const names = new Map([
    ...[...(groups.data?.items ?? []), ...theirs.groups].map(({ id, name }) => [id, name] as const),
    ...(languages.data?.items ?? []).map(({ code, name }) => [code, name] as const),
  ]);
  const oldDestination = useBroadcastDestinationText(base.destination);
  const newDestination = useBroadcastDestinationText(theirs.destination);
  // Shows ids instead of titles if both titles are the same, because two content entries may have one title.
  const areTextsDistinct = oldDestination !== newDestination || base.destination.target === theirs.destination.target;
  return [
    ["Title", ({ title }) => title],
    ["Text", ({ text }) => text],
    ["Picture", ({ image_id }) => (image_id ? `picture ${image_id.slice(-4)}` : "none")],
    [
      "A tap opens",
      ({ destination }) => {
        if (!areTextsDistinct) return describeBroadcastDestination(destination);
        return destination === base.destination ? oldDestination : newDestination;
      },
    ],
    ["Audience", ({ audience }) => describeBroadcastAudience(audience, names)],
    ["Mail without a device", ({ mail_without_device }) => (mail_without_device ? "yes" : "no")],
  ];
}

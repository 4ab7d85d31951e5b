import { useQuery } from "@tanstack/react-query";
import type { Facts } from "@/components/common/form/current-version";
import type { BroadcastSingle, Destination } from "@/lib/contract/app-config-broadcasts";
import { audienceGroupsQuery, entryLanguagesQuery, entryQuery, entryRoutesOf } from "@/lib/queries/entries";
import { useMay } from "@/lib/queries/rp";
import { audienceWords, type BroadcastDraft, destinationWords } from "./broadcast-draft";

const ENTRIES = { announcement: "announcements", article: "culture", faq: "faq" } as const;

/** Describes what a tap opens, with the target's title if the admin may read it. */
export function useDestinationWords(destination: Destination): string {
  const { kind, target } = destination;
  const named = kind in ENTRIES && target !== "";
  const entryKind = ENTRIES[kind as keyof typeof ENTRIES] ?? "faq";
  const may = useMay(entryRoutesOf(entryKind).entry);
  const { data } = useQuery({ ...entryQuery(entryKind, target), enabled: named && may });
  return destinationWords(destination, named ? data?.title : undefined);
}

/** Returns the facts of a notification with names instead of ids. Different values always have different descriptions. */
export function useBroadcastFacts(base: BroadcastDraft, theirs: BroadcastSingle): Facts<BroadcastDraft> {
  const kinds = [base.audience.kind, theirs.audience.kind];
  const groups = useQuery({ ...audienceGroupsQuery("faq"), enabled: kinds.includes("groups") });
  const languages = useQuery({ ...entryLanguagesQuery(), enabled: kinds.includes("languages") });
  const names = new Map([
    ...[...(groups.data?.items ?? []), ...theirs.groups].map(({ id, name }) => [id, name] as const),
    ...(languages.data?.items ?? []).map(({ code, name }) => [code, name] as const),
  ]);
  const before = useDestinationWords(base.destination);
  const now = useDestinationWords(theirs.destination);
  // Shows titles only if they differ, because two entries may have the same title.
  const isTold = before !== now || base.destination.target === theirs.destination.target;
  return [
    ["Title", ({ title }) => title],
    ["Text", ({ text }) => text],
    ["Picture", ({ image_id }) => (image_id ? `picture ${image_id.slice(-4)}` : "none")],
    [
      "A tap opens",
      ({ destination }) => {
        if (!isTold) return destinationWords(destination);
        return destination === base.destination ? before : now;
      },
    ],
    ["Audience", ({ audience }) => audienceWords(audience, names)],
    ["Mail without a device", ({ mail_without_device }) => (mail_without_device ? "yes" : "no")],
  ];
}

import type { Problems } from "@/components/entry/entry-draft";
import { BROADCAST_TEXT_MAX, BROADCAST_TITLE_MAX } from "@/lib/contract/app-config.values";
import type { Audience, BroadcastSingle, Destination } from "@/lib/contract/app-config-broadcasts";
import { isLink } from "@/lib/contract/entries.values";
import type { BroadcastInput } from "@/lib/queries/broadcasts";
import { AUDIENCE_LABELS, DESTINATION_LABELS } from "./broadcast-words";

/** What the form holds; a choice that is not made yet is empty. */
export type BroadcastDraft = BroadcastInput;

export const EMPTY: BroadcastDraft = {
  title: "",
  text: "",
  image_id: null,
  destination: { kind: "home", target: "" },
  audience: { kind: "everybody" },
  mail_without_device: false,
};

export const draftFrom = (broadcast: BroadcastSingle): BroadcastDraft => ({
  title: broadcast.title,
  text: broadcast.text,
  image_id: broadcast.image_id,
  destination: broadcast.destination,
  audience: broadcast.audience,
  mail_without_device: broadcast.mail_without_device,
});

/** What of an audience is chosen, whatever its kind. */
export function chosenOf(audience: Audience): readonly string[] {
  if (audience.kind === "groups") return audience.group_ids;
  if (audience.kind === "lgas") return audience.lgas;
  if (audience.kind === "tiers") return audience.tiers;
  return audience.kind === "languages" ? audience.languages : [];
}

/** What is chosen comes from the options of the kind, so the values fit it. */
export function audienceOf(kind: Audience["kind"], chosen: readonly string[]): Audience {
  const key = { everybody: null, groups: "group_ids", lgas: "lgas", tiers: "tiers", languages: "languages" }[kind];
  return (key ? { kind, [key]: chosen } : { kind }) as Audience;
}

const NEEDS_ONE = {
  groups: "Choose at least one group.",
  lgas: "Choose at least one LGA.",
  tiers: "Choose at least one tier.",
  languages: "Choose at least one language.",
};

/** What the API would refuse as well, told before it is asked. */
export function problemsIn({ title, text, destination, audience }: BroadcastDraft): Problems {
  const found: Record<string, string> = {};
  if (!title.trim()) found.title = "Enter a title.";
  else if (title.length > BROADCAST_TITLE_MAX) found.title = `Use at most ${BROADCAST_TITLE_MAX} characters.`;
  if (!text.trim()) found.text = "Enter the text.";
  else if (text.length > BROADCAST_TEXT_MAX) found.text = `Use at most ${BROADCAST_TEXT_MAX} characters.`;
  const target = targetProblem(destination);
  if (target) found["destination.target"] = target;
  if (audience.kind !== "everybody" && chosenOf(audience).length === 0) found.audience = NEEDS_ONE[audience.kind];
  return found;
}

function targetProblem({ kind, target }: Destination): string | null {
  if (kind === "link" && !isLink(target)) return "Enter an address that begins with https://.";
  if (kind === "announcement" && !target) return "Choose the announcement.";
  return kind === "article" && !target ? "Choose the article." : null;
}

/** Paths such as `audience.group_ids` belong to one field of the form. */
export const toFields = (fields: Record<string, string> = {}): Problems =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.startsWith("audience") ? "audience" : path, message]),
  );

/** Without a title of what it leads to, the end of its id tells it from another. */
export const destinationWords = ({ kind, target }: Destination, title?: string) => {
  if (kind === "link") return target;
  if (!target) return DESTINATION_LABELS[kind];
  return title
    ? `${DESTINATION_LABELS[kind]}: ${title}`
    : `${DESTINATION_LABELS[kind]} (id ending ${target.slice(-4)})`;
};

/** `names`: of groups by their ids, of languages by their codes. LGAs are their own names. */
export const audienceWords = (audience: Audience, names: ReadonlyMap<string, string>) => {
  const nameOf = (each: string) => {
    if (audience.kind === "tiers") return `Tier ${each}`;
    return names.get(each) ?? (audience.kind === "groups" ? `a group with the id ending ${each.slice(-4)}` : each);
  };
  const chosen = chosenOf(audience).map(nameOf).sort();
  return chosen.length ? `${AUDIENCE_LABELS[audience.kind]}: ${chosen.join(", ")}` : AUDIENCE_LABELS[audience.kind];
};

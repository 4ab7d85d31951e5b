import type { DraftProblems } from "@/components/record-editor/draft-values";
import { BROADCAST_TEXT_MAX, BROADCAST_TITLE_MAX } from "@/lib/contract/app-config.values";
import type {
  BroadcastAudience,
  BroadcastDestination,
  BroadcastWithFigures,
} from "@/lib/contract/app-config-broadcasts";
import { isAllowedLink } from "@/lib/contract/content-entries.values";
import type { BroadcastInput } from "@/lib/queries/broadcasts";
import { BROADCAST_AUDIENCE_LABELS, BROADCAST_DESTINATION_LABELS } from "./broadcast-words";

/** Form values of a notification. A choice not made yet is an empty string. */
export type BroadcastDraft = BroadcastInput;

const EMPTY_DRAFT: BroadcastDraft = {
  title: "",
  text: "",
  image_id: null,
  destination: { kind: "home", target: "" },
  audience: { kind: "everybody" },
  mail_without_device: false,
};

/** Converts a notification to form values. @param broadcast null for a new notification */
export function draftFromBroadcast(broadcast: BroadcastWithFigures | null): BroadcastDraft {
  const { title, text, image_id, destination, audience, mail_without_device } = broadcast ?? EMPTY_DRAFT;
  return { title, text, image_id, destination, audience, mail_without_device };
}

/** Returns the selected group ids or language codes of an audience. */
export function selectedIdsOfAudience(audience: BroadcastAudience): readonly string[] {
  if (audience.kind === "groups") return audience.group_ids;
  if (audience.kind === "lgas") return audience.lgas;
  if (audience.kind === "tiers") return audience.tiers;
  return audience.kind === "languages" ? audience.languages : [];
}

/** Creates an audience. The cast is safe, because the selected ids are options of this kind of audience. */
export function createBroadcastAudience(
  kind: BroadcastAudience["kind"],
  selectedIds: readonly string[],
): BroadcastAudience {
  const key = { everybody: null, groups: "group_ids", lgas: "lgas", tiers: "tiers", languages: "languages" }[kind];
  return (key ? { kind, [key]: selectedIds } : { kind }) as BroadcastAudience;
}

const NO_CHOICE_MESSAGES = {
  groups: "Choose at least one group.",
  lgas: "Choose at least one LGA.",
  tiers: "Choose at least one tier.",
  languages: "Choose at least one language.",
};

/** Validates a draft before it is sent. Returns the errors that the API would also report. */
export function validateBroadcastDraft({ title, text, destination, audience }: BroadcastDraft): DraftProblems {
  const problems: Record<string, string> = {};
  if (!title.trim()) problems.title = "Enter a title.";
  else if (title.length > BROADCAST_TITLE_MAX) problems.title = `Use at most ${BROADCAST_TITLE_MAX} characters.`;
  if (!text.trim()) problems.text = "Enter the text.";
  else if (text.length > BROADCAST_TEXT_MAX) problems.text = `Use at most ${BROADCAST_TEXT_MAX} characters.`;
  const target = targetProblem(destination);
  if (target) problems["destination.target"] = target;
  if (audience.kind !== "everybody" && selectedIdsOfAudience(audience).length === 0)
    problems.audience = NO_CHOICE_MESSAGES[audience.kind];
  return problems;
}

function targetProblem({ kind, target }: BroadcastDestination): string | null {
  if (kind === "link" && !isAllowedLink(target)) return "Enter an address that begins with https://.";
  if (kind === "announcement" && !target) return "Choose the announcement.";
  return kind === "article" && !target ? "Choose the article." : null;
}

/** Describes what a notification opens. If `title` is missing, shows the end of the target's id to distinguish targets. */
export const describeBroadcastDestination = ({ kind, target }: BroadcastDestination, title?: string) => {
  if (kind === "link") return target;
  if (!target) return BROADCAST_DESTINATION_LABELS[kind];
  return title
    ? `${BROADCAST_DESTINATION_LABELS[kind]}: ${title}`
    : `${BROADCAST_DESTINATION_LABELS[kind]} (id ending ${target.slice(-4)})`;
};

/** Describes the audience of a notification. `names` maps group ids and language codes to names. */
export const describeBroadcastAudience = (audience: BroadcastAudience, names: ReadonlyMap<string, string>) => {
  const nameOf = (each: string) => {
    if (audience.kind === "tiers") return `Tier ${each}`;
    return names.get(each) ?? (audience.kind === "groups" ? `a group with the id ending ${each.slice(-4)}` : each);
  };
  const chosen = selectedIdsOfAudience(audience).map(nameOf).sort();
  return chosen.length
    ? `${BROADCAST_AUDIENCE_LABELS[audience.kind]}: ${chosen.join(", ")}`
    : BROADCAST_AUDIENCE_LABELS[audience.kind];
};

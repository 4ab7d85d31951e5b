import { z } from "zod";
import {
  choiceList,
  day,
  endpoint,
  id,
  instant,
  listInput,
  listOf,
  longList,
  noInput,
  oneLine,
  pageOf,
  personRef,
  text,
  version,
} from "./common";
import { LGAS } from "./lgas.values";
import { nairaInput } from "./money";
import { parseNaira } from "./money.values";
import { timelineEntry } from "./system-logs";
import { userRoutes as routes } from "./user.routes";
import {
  GROUP_DESCRIPTION_MAX,
  GROUP_NAME_MAX,
  MAX_AGE,
  MAX_CHANGED_GROUP_MEMBERS,
  SPENDING_PERIOD_DAYS,
  USER_GROUP_KINDS,
  USER_GROUP_LIST,
  USER_TIERS,
} from "./user.values";

/** An age in whole years, as text or number; "" means no limit. */
const optionalAge = z.preprocess(
  (typedAge) => (typedAge === "" || typedAge === null ? undefined : typedAge),
  z.coerce
    .number<unknown>("Enter an age in whole years.")
    .int("Enter an age in whole years.")
    .min(0, "An age is 0 or more.")
    .max(MAX_AGE, `An age is at most ${MAX_AGE}.`)
    .optional(),
);
const optionalDay = z.union([day, z.literal("")]).optional();
/** Naira as typed, in the format of list filters; "" means no limit. */
const optionalNaira = z.union([nairaInput, z.literal("")]).optional();
/** Comma-separated values, such as `1,2`; "" allows all values. */
const optionalChoices = <T extends string>(values: readonly [T, ...T[]]) =>
  z.union([choiceList(values), z.literal("")]).optional();

/** Membership rule of a group, whose conditions must all match. A flat object, so that it fits in a query string. */
const groupRule = z.strictObject({
  tier: optionalChoices(USER_TIERS),
  lga: optionalChoices(LGAS),
  age_min: optionalAge,
  age_max: optionalAge,
  joined_from: optionalDay,
  joined_to: optionalDay,
  /** Minimum and maximum spending over the last `spend_days`. */
  spend_min: optionalNaira,
  spend_max: optionalNaira,
  spend_days: z
    .union([z.enum(SPENDING_PERIOD_DAYS, `Use ${SPENDING_PERIOD_DAYS.join(", ")}.`), z.literal("")])
    .optional(),
});
/** Membership rule of a group, after validation. */
export type UserGroupRule = z.output<typeof groupRule>;

/** Returns the rule's minimum spending in kobo; null if the rule has no minimum, or a minimum of 0. */
export const minimumSpend = ({ spend_min }: Pick<UserGroupRule, "spend_min">) =>
  (spend_min && parseNaira(spend_min)) || null;

function checkGroupRule(value: UserGroupRule, context: z.RefinementCtx, at: string[] = []) {
  const addIssue = (key: string, message: string) => context.addIssue({ code: "custom", path: [...at, key], message });
  if (value.age_min !== undefined && value.age_max !== undefined && value.age_min > value.age_max)
    addIssue("age_max", "The oldest age can't be lower than the youngest.");
  if (value.joined_from && value.joined_to && value.joined_from > value.joined_to)
    addIssue("joined_to", "The last day can't be before the first.");
  if (value.spend_min && value.spend_max && (parseNaira(value.spend_min) ?? 0) > (parseNaira(value.spend_max) ?? 0))
    addIssue("spend_max", "The maximum can't be less than the minimum.");
  const { spend_days: _, spend_min: __, ...others } = value;
  const givenConditions = { ...others, least: minimumSpend(value) ?? undefined };
  if (!Object.values(givenConditions).some((each) => each !== undefined && each !== ""))
    addIssue("tier", "Set at least one condition: tier, LGA, age, date joined or amount spent.");
}

const memberCounts = { members: z.int(), members_is_capped: z.boolean() };

const groupRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(USER_GROUP_KINDS),
  rule: groupRule.nullable(),
  ...memberCounts,
  created_at: instant,
  version,
});
export type UserGroupRow = z.infer<typeof groupRow>;

const groupSingle = groupRow.extend({
  /** Records that use the group and would break without the group. */
  used_by: z.array(z.object({ what: z.string(), name: z.string(), href: z.string() })),
  timeline: z.array(timelineEntry),
});
export type UserGroupDetails = z.infer<typeof groupSingle>;

const memberIds = z
  .array(id)
  .max(MAX_CHANGED_GROUP_MEMBERS, `Choose at most ${MAX_CHANGED_GROUP_MEMBERS.toLocaleString("en")} people at a time.`);
const name = oneLine(GROUP_NAME_MAX, 2);
const description = text(GROUP_DESCRIPTION_MAX).optional();

type GroupInput = { kind: (typeof USER_GROUP_KINDS)[number]; rule?: UserGroupRule | null; add?: string[] };

/** Checks that only rule groups have a rule, and only groups of chosen people have members. */
function checkGroup({ kind, rule: givenConditions, add }: GroupInput, context: z.RefinementCtx) {
  const addIssue = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
  if (kind === "rule") {
    if (givenConditions) checkGroupRule(givenConditions, context, ["rule"]);
    else addIssue("rule", "Choose who belongs to the group.");
    if (add?.length) addIssue("add", "Members follow from the rule, so nobody can be added.");
  } else if (givenConditions) addIssue("rule", "A group of chosen people has no rule.");
}

export const userGroupCreation = z
  .strictObject({
    name,
    description,
    kind: z.enum(USER_GROUP_KINDS),
    rule: groupRule.nullish(),
    add: memberIds.optional(),
  })
  .superRefine(checkGroup);
export const userGroupUpdate = z
  .strictObject({
    groupId: id,
    version,
    name,
    description,
    kind: z.enum(USER_GROUP_KINDS),
    rule: groupRule.nullish(),
    add: memberIds.optional(),
    remove: memberIds.optional(),
  })
  .superRefine(checkGroup);
/** Adds people selected in a list to a group. Other members are kept. */
export const userGroupAddition = z.strictObject({
  groupId: z.uuid("Choose a group."),
  users: memberIds.min(1, "Choose at least one person."),
});
const additionResult = z.object({ id: z.string(), name: z.string(), done: z.boolean(), message: z.string() });
/** Result of adding people to a group. */
export type GroupAdditionResult = z.infer<typeof additionResult>;

/** Result of checking one row of a list of people: the matched user, or the problem. */
const checkedMemberRow = z.object({
  /** Row number in the file, as sent by the client. */
  row: z.int(),
  text: z.string(),
  user: z.object({ id: z.string(), name: z.string(), phone: z.string() }).nullable(),
  problem: z.string().nullable(),
});
/** Result of checking one row of a list of people. */
export type CheckedMemberRow = z.infer<typeof checkedMemberRow>;
const checkedRows = z.object({ items: z.array(checkedMemberRow) });
const memberRowsToCheck = z.strictObject({
  entries: longList(
    z.strictObject({ row: z.int().min(1).max(1_000_000_000), text: text(254) }),
    MAX_CHANGED_GROUP_MEMBERS,
    {
      tooFew: "There is nothing to check.",
      tooMany: `Check at most ${MAX_CHANGED_GROUP_MEMBERS.toLocaleString("en")} rows at a time.`,
    },
  ),
});

/** Calls for user groups, with descriptions and schemas. */
export const userGroupCalls = {
  groups: endpoint(routes.groups, {
    summary: "User groups, by name",
    input: listInput(USER_GROUP_LIST),
    output: pageOf(groupRow),
  }),
  groupChoices: endpoint(routes.groupChoices, {
    summary: "Names of all user groups, to choose from",
    input: noInput,
    output: listOf(personRef.extend({ kind: z.enum(USER_GROUP_KINDS) })),
  }),
  group: endpoint(routes.group, {
    summary: "One user group",
    input: z.strictObject({ groupId: id }),
    output: groupSingle,
  }),
  previewRule: endpoint(routes.previewRule, {
    summary: "Count the users that match a rule",
    input: groupRule.superRefine((value, context) => checkGroupRule(value, context)),
    output: z.object(memberCounts),
  }),
  checkNewMembers: endpoint(routes.checkNewMembers, {
    summary: "Find the users behind phone numbers, emails and ids, for a new group",
    done: "Looked up users for a new group",
    input: memberRowsToCheck,
    output: checkedRows,
  }),
  checkMembers: endpoint(routes.checkMembers, {
    summary: "Find the users behind phone numbers, emails and ids, for an existing group",
    done: "Looked up users for a group",
    input: memberRowsToCheck.extend({ groupId: id }),
    output: checkedRows,
  }),
  createGroup: endpoint(routes.createGroup, {
    summary: "Add a user group",
    done: "Added a user group",
    input: userGroupCreation,
    output: groupSingle,
  }),
  addMembers: endpoint(routes.addMembers, {
    summary: "Add people to a user group",
    done: "Added people to a user group",
    input: userGroupAddition,
    output: z.object({ results: z.array(additionResult) }),
  }),
  updateGroup: endpoint(routes.updateGroup, {
    summary: "Change a user group",
    done: "Changed a user group",
    input: userGroupUpdate,
    output: groupSingle,
  }),
  deleteGroup: endpoint(routes.deleteGroup, {
    summary: "Delete a user group",
    done: "Deleted a user group",
    input: z.strictObject({ groupId: id, version }),
    output: z.object({}),
  }),
};

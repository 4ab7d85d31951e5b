import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type UserListInput = Parameters<typeof api.user.list>[0];
export type UserStatementInput = Parameters<typeof api.user.statement>[0];
/** Input of a change of an account's status. */
export type ChangeUserStatusInput = Parameters<typeof api.user.suspend>[0];
export type RestrictUserInput = Parameters<typeof api.user.restrict>[0];
export type AddUserNoteInput = Parameters<typeof api.user.addNote>[0];
export type UserGroupListInput = Parameters<typeof api.user.groups>[0];
export type PreviewGroupRuleInput = Parameters<typeof api.user.previewRule>[0];
export type CreateUserGroupInput = Parameters<typeof api.user.createGroup>[0];
export type AddGroupMembersInput = Parameters<typeof api.user.addMembers>[0];
export type UpdateUserGroupInput = Parameters<typeof api.user.updateGroup>[0];

/** Reads the number of users, and the newest users. */
export const userStatsQuery = () =>
  queryOptions({ queryKey: queryKeyOf("User", "stats"), queryFn: ({ signal }) => api.user.stats({}, { signal }) });

export const userListQuery = (input: UserListInput) =>
  queryOptions({
    queryKey: queryKeyOf("User", "list", input),
    queryFn: fetchInWindow(api.user.list, input),
    placeholderData: keepPreviousData,
  });

export const userStatementQuery = (input: UserStatementInput) =>
  queryOptions({
    queryKey: queryKeyOf("User", "statement", input),
    queryFn: fetchInWindow(api.user.statement, input),
    placeholderData: keepPreviousData,
  });

/** Reads the identity requests of one user. */
export const userKycQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf("User", "kyc", userId),
    queryFn: ({ signal }) => api.user.kyc({ userId }, { signal }),
  });

/** Reads the history of a user's account. */
export const userAccountHistoryQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf("User", "activity", userId),
    queryFn: ({ signal }) => api.user.activity({ userId }, { signal }),
  });

export const userDevicesQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf("User", "devices", userId),
    queryFn: ({ signal }) => api.user.devices({ userId }, { signal }),
  });

export const userNotesQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf("User", "notes", userId),
    queryFn: ({ signal }) => api.user.notes({ userId }, { signal }),
  });

const { changes, creates, meta } = mutationsInvalidating("User", "Overview", "System-Logs");

export const addUserNoteMutation = creates(api.user.addNote);

export type CreateUserInput = Parameters<typeof api.user.create>[0];
export const createUserMutation = creates(api.user.create);

/** Restricts a user's wallet: no outflow, no inflow, or both. */
export const restrictUserMutation = creates(api.user.restrict);

/** Changes of an account's status that need only a reason. */
export type SimpleStatusChange = "lift" | "suspend" | "reactivate" | "close" | "resetSessions";

export const changeUserStatusMutation = (change: SimpleStatusChange, idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: ChangeUserStatusInput) => api.user[change](input, { context: { idempotencyKey } }),
    meta,
  });

export const exportUsers = (input: UserListInput, format: ExportFormat) =>
  api.user.export({ ...withoutPaging(input), format });

export const userGroupListQuery = (input: UserGroupListInput) =>
  queryOptions({
    queryKey: queryKeyOf("User", "groups", input),
    queryFn: fetchInWindow(api.user.groups, input),
    placeholderData: keepPreviousData,
  });

/** Reads the user groups that a form offers, sorted by name. */
export const userGroupChoicesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("User", "group-choices"),
    queryFn: ({ signal }) => api.user.groupChoices({}, { signal }),
  });

export const userGroupQuery = (groupId: string) =>
  queryOptions({
    queryKey: queryKeyOf("User", "group", groupId),
    queryFn: ({ signal }) => api.user.group({ groupId }, { signal }),
  });

/** Counts the users who match a group's membership rule. */
export const previewGroupRuleQuery = (rule: PreviewGroupRuleInput) =>
  queryOptions({
    queryKey: queryKeyOf("User", "preview-rule", rule),
    queryFn: ({ signal }) => api.user.previewRule(rule, { signal }),
    placeholderData: keepPreviousData,
  });

/** Checks which rows of a list are users who can join a group. @param groupId omit it for a new group */
export const checkGroupMembersMutation = (groupId?: string) =>
  mutationOptions({
    mutationFn: (entries: { row: number; text: string }[]) =>
      groupId ? api.user.checkMembers({ groupId, entries }) : api.user.checkNewMembers({ entries }),
    meta: { quiet: true },
  });

export const createUserGroupMutation = creates(api.user.createGroup);

/** Adds people to a user group. */
export const addGroupMembersMutation = changes(api.user.addMembers);

export const updateUserGroupMutation = changes(api.user.updateGroup);

export const deleteUserGroupMutation = changes(api.user.deleteGroup);

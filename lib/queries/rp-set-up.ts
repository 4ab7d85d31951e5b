import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type AdminListInput = Parameters<typeof api.rp.admins>[0];
export type CreateAdminInput = Parameters<typeof api.rp.createAdmin>[0];
export type RoleListInput = Parameters<typeof api.rp.roles>[0];
export type CreateRoleInput = Parameters<typeof api.rp.createRole>[0];
export type UpdateRoleInput = Parameters<typeof api.rp.updateRole>[0];
export type AssignRolesInput = Parameters<typeof api.rp.assignRoles>[0];
export type SetAdminStatusInput = Parameters<typeof api.rp.setAdminStatus>[0];

export const adminListQuery = (input: AdminListInput) =>
  queryOptions({
    queryKey: queryKeyOf("RP", "admins", input),
    queryFn: fetchInWindow(api.rp.admins, input),
    placeholderData: keepPreviousData,
  });

export const adminQuery = (adminId: string) =>
  queryOptions({
    queryKey: queryKeyOf("RP", "admins", { adminId }),
    queryFn: ({ signal }) => api.rp.admin({ adminId }, { signal }),
  });

export const roleListQuery = (input: RoleListInput) =>
  queryOptions({
    queryKey: queryKeyOf("RP", "roles", input),
    queryFn: ({ signal }) => api.rp.roles(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the roles that a form offers, sorted by name. One page is enough, because an installation has a few dozen roles at most. */
export const roleChoicesQuery = () => roleListQuery({ page: 0, size: 100 });

export const roleQuery = (roleId: string) =>
  queryOptions({
    queryKey: queryKeyOf("RP", "role", roleId),
    queryFn: ({ signal }) => api.rp.role({ roleId }, { signal }),
  });

/** Reads the features and flags of roles: the rows and columns of the rights matrix. */
export const permissionsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("RP", "permissions"),
    queryFn: ({ signal }) => api.rp.permissions({}, { signal }),
  });

/** Reads the numbers of admins and roles, and of active admins with each right. */
export const adminAndRoleStatsQuery = () =>
  queryOptions({ queryKey: queryKeyOf("RP", "stats"), queryFn: ({ signal }) => api.rp.stats({}, { signal }) });

const INVALIDATED_GROUPS = ["RP", "Overview", "System-Logs"] as const;
const { changes, creates, meta } = mutationsInvalidating(...INVALIDATED_GROUPS);

export const createAdminMutation = creates(api.rp.createAdmin);

/** Confirms that an account belongs to another person than the admin who set it up. */
export const confirmAdminMutation = changes(api.rp.confirmAdmin);

/** Removes the passkeys, authenticator app and recovery codes of an admin who lost them. */
export const resetSignInKeysMutation = () =>
  mutationOptions({
    mutationFn: (adminId: string) => api.rp.resetKeys({ adminId }),
    meta: { invalidates: INVALIDATED_GROUPS, done: "The keys are removed and the sessions have ended." },
  });

/** Mails an admin's invitation again. */
export const mailInvitationAgainMutation = () =>
  mutationOptions({
    mutationFn: (adminId: string) => api.rp.inviteAgain({ adminId }),
    meta: {
      invalidates: INVALIDATED_GROUPS,
      done: "The invitation is on its way again. The link of the mail before no longer works.",
    },
  });

/** Sets the roles of an admin. Sensitive rights need another admin's approval. */
export const assignRolesMutation = changes(api.rp.assignRoles);

export const setAdminStatusMutation = changes(api.rp.setAdminStatus);

export const deleteAdminsMutation = () =>
  mutationOptions({ mutationFn: (accounts: string[]) => api.rp.deleteAdmins({ accounts }), meta });

export const createRoleMutation = creates(api.rp.createRole);

export const updateRoleMutation = changes(api.rp.updateRole);

export const deleteRoleMutation = () =>
  mutationOptions({ mutationFn: (roleId: string) => api.rp.deleteRole({ roleId }), meta });

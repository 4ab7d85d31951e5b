import type { SimpleStatusChange } from "@/lib/queries/user";

export type UserAction = SimpleStatusChange | "restrict";

/** Name of the draft in which a new user's data is saved when the session ends. */
export const NEW_USER_DRAFT = "user.create";

/** Returns the name of the draft in which an action's input is saved when the session ends. */
export const draftName = (userId: string, action: UserAction) => `user.${action}:${userId}`;

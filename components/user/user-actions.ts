import type { PlainChange } from "@/lib/queries/user";

export type UserAction = PlainChange | "restrict";

/** Under this name a new user who was being typed in survives the end of a session. */
export const NEW_USER_DRAFT = "user.create";

/** Under this name a change that a session's end interrupted is found again. */
export const draftName = (userId: string, action: UserAction) => `user.${action}:${userId}`;

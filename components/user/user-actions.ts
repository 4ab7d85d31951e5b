import type { PlainChange } from "@/lib/queries/user";

export type UserAction = PlainChange | "restrict";

/** Under this name a change that a session's end interrupted is found again. */
export const draftName = (userId: string, action: UserAction) => `user.${action}:${userId}`;

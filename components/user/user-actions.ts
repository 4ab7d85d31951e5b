import type { SimpleStatusChange } from "@/lib/queries/user";

export type UserAction = SimpleStatusChange | "restrict";

/** Storage name of the draft that keeps a new user's data when the session ends. */
export const NEW_USER_DRAFT = "user.create";

/** Returns the storage name of the draft that keeps an action's input when the session ends. */
export const userActionDraftName = (userId: string, action: UserAction) => `user.${action}:${userId}`;

/** Returns the storage name of the draft that keeps a correction's input when the session ends. */
export const correctionDraftName = (userId: string) => `user.correct:${userId}`;

/** Requests about a citizen's data that need only a reason, named after their calls. */
export type DataRequest = "exportData" | "eraseData" | "placeHold" | "releaseHold";

/** Returns the storage name of the draft that keeps the reason for a request when the session ends. */
export const reasonDraftName = (userId: string, request: DataRequest) => `user.${request}:${userId}`;

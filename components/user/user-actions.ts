import type { SimpleStatusChange } from "@/lib/queries/user";

/** Action that changes an account's status. */
export type UserAction = SimpleStatusChange | "restrict";

/** Storage name of the draft that keeps a new user's data when the session ends. */
export const NEW_USER_DRAFT_NAME = "user.create";

/** Returns the storage name of the draft that keeps an action's input when the session ends. */
export const userActionDraftName = (userId: string, action: UserAction) => `user.${action}:${userId}`;

/** Returns the storage name of the draft that keeps a corrected user's details when the session ends. */
export const userCorrectionDraftName = (userId: string) => `user.correct:${userId}`;

/** Requests about a citizen's data that need only a reason, named after their API calls. */
export type CitizenDataRequest = "exportData" | "eraseData" | "placeHold" | "releaseHold";

/** Returns the storage name of the draft that keeps the reason for a data request when the session ends. */
export const dataRequestDraftName = (userId: string, request: CitizenDataRequest) => `user.${request}:${userId}`;

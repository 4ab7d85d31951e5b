import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/client/api-error";
import { queryKeyOf } from "./keys";

/** Reads the signed-in admin: name, email and account data. */
export const meQuery = () =>
  queryOptions({ queryKey: queryKeyOf("Auth", "me"), queryFn: ({ signal }) => api.auth.me({}, { signal }) });

/** Reads which parts of the installation, such as mail, are configured. */
export const installationQuery = () =>
  queryOptions({ queryKey: queryKeyOf("Auth", "installation"), queryFn: () => api.auth.installation() });

/** Reads whether the installation has no admin yet. If so, the registration page creates the first admin. */
export const fetchInstallationState = () => api.auth.installation();

/** Checks whether a mailed link can still be used. @returns null if the check failed: submitting the form then reports the problem */
export async function fetchMailedLinkState(link: { kind: "reset" | "invitation"; reference: string; email: string }) {
  try {
    return await api.auth.checkLink(link);
  } catch (error) {
    return error instanceof ApiError && error.status === 400 ? { usable: false, name: null } : null;
  }
}

/** Reads the admin's own sign-in sessions. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Auth", "sessions"),
    queryFn: ({ signal }) => api.auth.sessions({}, { signal }),
  });

/** Ends one of the admin's own sign-in sessions. */
export const endSessionMutation = () =>
  mutationOptions({
    mutationFn: (sessionId: string) => api.auth.endSession({ sessionId }),
    meta: { invalidates: ["Auth"], done: "The session has ended." },
  });

/** Ends all sign-in sessions of the admin except the current one. */
export const endOtherSessionsMutation = () =>
  mutationOptions({
    mutationFn: () => api.auth.endOtherSessions(),
    meta: { invalidates: ["Auth"], done: "All your other sessions have ended." },
  });

/** Ends this sign-in session on the server. Callers do not wait for the response. */
export const logout = () => api.auth.logout();

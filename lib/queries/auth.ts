import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";

export const meQuery = () =>
  queryOptions({ queryKey: key("Auth", "me"), queryFn: ({ signal }) => api.auth.me({}, { signal }) });

export const loginMutation = () =>
  mutationOptions({
    mutationFn: (input: Parameters<typeof api.auth.login>[0]) => api.auth.login(input),
    meta: { quiet: true },
  });

export const resendCodeMutation = () =>
  mutationOptions({
    mutationFn: (input: Parameters<typeof api.auth.resendCode>[0]) => api.auth.resendCode(input),
    meta: { quiet: true },
  });

export const verifySignInMutation = () =>
  mutationOptions({
    mutationFn: (input: Parameters<typeof api.auth.verifySignIn>[0]) => api.auth.verifySignIn(input),
    meta: { quiet: true },
  });

/** Ends this session on the server; leaving never waits for it. */
export const logout = () => api.auth.logout();

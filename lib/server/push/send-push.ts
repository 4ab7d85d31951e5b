import "server-only";
import { env, type ServiceAccount } from "@/lib/env";
import type { AdminPush } from "@/lib/server/db/schema/outbox";
import { clearFirebaseAccessToken, fetchFirebaseAccessToken } from "./access-token";
import { FirebaseError } from "./firebase-error";

const TIMEOUT_MS = 4_000;
/** Seconds after which an undelivered push is dropped. */
export const PUSH_LIFE_SECONDS = 3_600;

/** `gone`: devices that Firebase no longer knows. `problem`: error of the other failed devices, if any. */
type SendOutcome = { sent: string[]; gone: string[]; problem?: FirebaseError };

/** FCM message without the device token. */
export type FcmMessage = {
  data: Record<string, string>;
  notification?: { title: string; body: string; image?: string };
  android?: { priority: string; ttl: string; collapse_key?: string; notification?: { tag: string } };
  apns?: { headers: Record<string, string>; payload: Record<string, unknown>; fcm_options?: { image: string } };
  webpush?: { headers: Record<string, string>; notification?: { tag: string } };
};

/** Sends to admins' browsers as a data message, without a `notification`, so that our code decides what to show. */
export const sendPush = (account: ServiceAccount, tokens: string[], push: AdminPush): Promise<SendOutcome> =>
  sendToDevices(account, tokens, {
    data: { category_data: JSON.stringify(push) },
    webpush: { headers: { Urgency: "high", TTL: String(PUSH_LIFE_SECONDS) } },
  });

/** Sends one message to each device, all in parallel. */
export async function sendToDevices(
  account: ServiceAccount,
  tokens: string[],
  message: FcmMessage,
): Promise<SendOutcome> {
  if (!tokens.length) return { sent: [], gone: [] };
  const sends = await sendToAllDevices(account, tokens, message, tokens.length).catch(toFirebaseError);
  if (sends instanceof FirebaseError) return { sent: [], gone: [], problem: sends };
  const tokensWithProblem = (matches: (problem?: FirebaseError) => boolean) =>
    [...sends].filter(([, problem]) => matches(problem)).map(([token]) => token);
  return {
    sent: tokensWithProblem((problem) => !problem),
    gone: tokensWithProblem((problem) => problem?.kind === "unregistered"),
    problem: [...sends.values()].find((problem) => problem && problem.kind !== "unregistered"),
  };
}

/** Result of a push message to one device. `unknown`: it may have arrived or not. */
export type PushResult = "sent" | "gone" | "refused" | "unavailable" | "unknown";

/**
 * Sends one message to many devices, `atOnce` in parallel, and returns a result for each. Only `unavailable` ones may
 * be sent again without the risk of a duplicate.
 * @returns also whether Google rejected the whole account
 * @throws {FirebaseError} if there is no access token; then nothing was sent
 */
export async function sendPushWithResults(
  account: ServiceAccount,
  tokens: readonly string[],
  message: FcmMessage,
  atOnce: number,
) {
  const sends = await sendToAllDevices(account, tokens, message, atOnce);
  const answers = new Map([...sends].map(([token, problem]) => [token, problem ? toResult(problem) : "sent"] as const));
  return { answers, isAccountRefused: [...sends.values()].some((problem) => problem?.isOfAccount) };
}

/** Sends to each device, `atOnce` in parallel. @returns the error of each device, if any */
async function sendToAllDevices(
  account: ServiceAccount,
  tokens: readonly string[],
  message: FcmMessage,
  atOnce: number,
) {
  const bearer = await fetchFirebaseAccessToken(account);
  const problems = new Map<string, FirebaseError | undefined>();
  const remaining = tokens.values();
  const worker = async () => {
    for (const token of remaining)
      problems.set(token, await sendOne(account, bearer, token, message).catch(toFirebaseError));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tokens.length) }, worker));
  return problems;
}

function toResult({ kind, isUntaken, isOfAccount }: FirebaseError): PushResult {
  if (kind === "unregistered") return "gone";
  if (!isUntaken) return "unknown";
  return kind === "unavailable" || isOfAccount ? "unavailable" : "refused";
}

function toFirebaseError(error: unknown): FirebaseError {
  if (error instanceof FirebaseError) return error;
  throw error;
}

async function sendOne(
  account: ServiceAccount,
  bearer: string,
  token: string,
  message: FcmMessage,
): Promise<undefined> {
  const response = await fetch(`${env().firebaseSendUrl}/v1/projects/${account.projectId}/messages:send`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ message: { token, ...message } }),
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(FirebaseError.unreachable);
  if (response.status === 401) clearFirebaseAccessToken();
  if (!response.ok) throw await FirebaseError.of(response);
  // Reads the body to free the connection for reuse. Ignores an error, because the push was accepted.
  await response.arrayBuffer().catch(() => undefined);
  return undefined;
}

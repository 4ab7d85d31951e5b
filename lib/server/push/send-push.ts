import "server-only";
import { env, type ServiceAccount } from "@/lib/env";
import { accessToken, forgetAccessToken } from "./access-token";
import { FirebaseError } from "./firebase-error";

/** What a push says, as browsers read it (specification section 3; lib/client/push/message.ts). */
export type Push = { title: string; body: string; category: "kyc"; request_id: string };

const TIMEOUT_MS = 4_000;
/** A push that could not be delivered for so long is of no use any more. */
export const PUSH_LIFE_SECONDS = 3_600;

/** `gone`: devices that Firebase no longer knows. `problem`: why the others did not get it, if there are such. */
type Outcome = { sent: string[]; gone: string[]; problem?: FirebaseError };

/** What FCM takes beside the token. */
export type Message = {
  data: Record<string, string>;
  notification?: { title: string; body: string; image?: string };
  android?: { priority: string; ttl: string; collapse_key?: string; notification?: { tag: string } };
  apns?: { headers: Record<string, string>; payload: Record<string, unknown>; fcm_options?: { image: string } };
  webpush?: { headers: Record<string, string>; notification?: { tag: string } };
};

/** To admins' browsers: data alone, without Firebase's own notification, so that the browser shows whichever fits. */
export const sendPush = (account: ServiceAccount, tokens: string[], push: Push): Promise<Outcome> =>
  sendToDevices(account, tokens, {
    data: { category_data: JSON.stringify(push) },
    webpush: { headers: { Urgency: "high", TTL: String(PUSH_LIFE_SECONDS) } },
  });

/** Hands one message to Firebase for each of these devices, all at once. */
export async function sendToDevices(account: ServiceAccount, tokens: string[], message: Message): Promise<Outcome> {
  if (!tokens.length) return { sent: [], gone: [] };
  const sends = await tryEach(account, tokens, message, tokens.length).catch(asProblem);
  if (sends instanceof FirebaseError) return { sent: [], gone: [], problem: sends };
  const tokensWhere = (fits: (problem?: FirebaseError) => boolean) =>
    [...sends].filter(([, problem]) => fits(problem)).map(([token]) => token);
  return {
    sent: tokensWhere((problem) => !problem),
    gone: tokensWhere((problem) => problem?.kind === "unregistered"),
    problem: [...sends.values()].find((problem) => problem && problem.kind !== "unregistered"),
  };
}

/** What became of a message to one device; of `unknown` nobody can say whether it arrived. */
export type Answer = "sent" | "gone" | "refused" | "unavailable" | "unknown";

/**
 * The same for many devices, so many at once, and for each what became of it. Only `unavailable` may be sent again without
 * the device hearing it twice.
 * @returns besides, whether Google said no to the whole account
 * @throws {FirebaseError} when there is no bearer; then nothing was sent
 */
export async function sendToEach(account: ServiceAccount, tokens: readonly string[], message: Message, atOnce: number) {
  const sends = await tryEach(account, tokens, message, atOnce);
  const answers = new Map([...sends].map(([token, problem]) => [token, problem ? answerOf(problem) : "sent"] as const));
  return { answers, isAccountRefused: [...sends.values()].some((problem) => problem?.isOfAccount) };
}

/** Sends to each device, so many at once. @returns what was wrong with each, if anything */
async function tryEach(account: ServiceAccount, tokens: readonly string[], message: Message, atOnce: number) {
  const bearer = await accessToken(account);
  const problems = new Map<string, FirebaseError | undefined>();
  const left = tokens.values();
  const worker = async () => {
    for (const token of left) problems.set(token, await sendOne(account, bearer, token, message).catch(asProblem));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tokens.length) }, worker));
  return problems;
}

function answerOf({ kind, isUntaken, isOfAccount }: FirebaseError): Answer {
  if (kind === "unregistered") return "gone";
  if (!isUntaken) return "unknown";
  return kind === "unavailable" || isOfAccount ? "unavailable" : "refused";
}

function asProblem(error: unknown): FirebaseError {
  if (error instanceof FirebaseError) return error;
  throw error;
}

async function sendOne(account: ServiceAccount, bearer: string, token: string, message: Message): Promise<undefined> {
  const response = await fetch(`${env().firebaseSendUrl}/v1/projects/${account.projectId}/messages:send`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ message: { token, ...message } }),
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(FirebaseError.unreachable);
  if (response.status === 401) forgetAccessToken();
  if (!response.ok) throw await FirebaseError.of(response);
  // Read to its end, the connection serves the next one. What breaks here was taken all the same.
  await response.arrayBuffer().catch(() => undefined);
  return undefined;
}

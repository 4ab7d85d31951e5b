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
type Message = {
  data: Record<string, string>;
  notification?: { title: string; body: string };
  android?: { priority: string; ttl: string };
  webpush?: { headers: Record<string, string> };
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
  const bearer = await accessToken(account).catch(asProblem);
  if (bearer instanceof FirebaseError) return { sent: [], gone: [], problem: bearer };
  const sends = await Promise.all(
    tokens.map(async (token) => ({ token, problem: await sendOne(account, bearer, token, message).catch(asProblem) })),
  );
  const tokensWhere = (fits: (problem?: FirebaseError) => boolean) =>
    sends.filter(({ problem }) => fits(problem)).map(({ token }) => token);
  return {
    sent: tokensWhere((problem) => !problem),
    gone: tokensWhere((problem) => problem?.kind === "unregistered"),
    problem: sends.find(({ problem }) => problem && problem.kind !== "unregistered")?.problem,
  };
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
  await response.body?.cancel();
  return undefined;
}

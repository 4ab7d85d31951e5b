import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { createPasskey, signWithPasskey } from "@/lib/client/passkeys";
import { queryKeyOf } from "./keys";

/** Reads the methods with which the signed-in admin can prove their identity. Never cached, because each use needs current data. */
export const proofQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Auth", "proof"),
    queryFn: ({ signal }) => api.account.proof({}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Mails the signed-in admin a code that proves their identity. */
export const mailProofCode = () => api.account.mailProofCode();

type ProofInput = Parameters<typeof api.account.prove>[0];
/** Submits a code or a passkey's signature as proof of identity. Some calls require a proof from the last 15 minutes. */
export const submitProof = (input: ProofInput) => api.account.prove(input);

/** Asks the browser to sign with one of the admin's passkeys, and submits the signature as proof of identity. */
export async function proveByPasskey() {
  const { reference, options } = await api.account.passkeyChallenge();
  return api.account.prove({ method: "passkey", reference, credential: await signWithPasskey(options) });
}

/** Reads the admin's own passkeys, authenticator app and number of recovery codes. */
export const ownSignInKeysQuery = () =>
  queryOptions({ queryKey: queryKeyOf("Auth", "keys"), queryFn: ({ signal }) => api.account.keys({}, { signal }) });

/** Builds a mutation that changes the admin's sign-in keys. @param successMessage message shown on success */
const keyMutation = <Input, Output>(mutationFn: (input: Input) => Promise<Output>, successMessage?: string) =>
  mutationOptions({ mutationFn, meta: { invalidates: ["Auth"], done: successMessage } });

/** Creates a passkey in the browser and adds it to the account. */
export const addPasskeyMutation = () =>
  keyMutation(async ({ name }: { name: string }) => {
    const { reference, options } = await api.account.newPasskeyChallenge();
    return api.account.addPasskey({ reference, name, credential: await createPasskey(options) });
  }, "The passkey is added.");

export const removePasskeyMutation = () =>
  keyMutation((passkeyId: string) => api.account.removePasskey({ passkeyId }), "The passkey is removed.");

/** Requests a secret for an authenticator app. */
export const beginAuthenticator = () => api.account.beginAuthenticator();

/** Activates an authenticator app by a first code from the app. */
export const confirmAuthenticatorMutation = () =>
  keyMutation((input: { code: string }) => api.account.confirmAuthenticator(input), "The authenticator app is set up.");

export const removeAuthenticatorMutation = () =>
  keyMutation(() => api.account.removeAuthenticator(), "The authenticator app is removed.");

/** Creates new recovery codes, which replace the admin's existing ones. */
export const createRecoveryCodesMutation = () => keyMutation(() => api.account.createRecoveryCodes());

export const changePasswordMutation = () =>
  keyMutation(
    (input: Parameters<typeof api.account.changePassword>[0]) => api.account.changePassword(input),
    "Your password is changed. Your other sessions have ended.",
  );

/** Mails a code to the admin's new email address, to confirm it. */
export const mailEmailCode = (input: { email: string }) => api.account.mailEmailCode(input);

export const changeEmailMutation = () =>
  keyMutation(
    (input: { reference: string; code: string }) => api.account.changeEmail(input),
    "Your email address is changed. Your other sessions have ended.",
  );

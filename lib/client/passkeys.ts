import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

const loadLibrary = () => import("@simplewebauthn/browser");

/** Returns true if the browser supports passkeys. */
export const supportsPasskeys = () => typeof window !== "undefined" && "PublicKeyCredential" in window;

/** Creates a passkey. @throws an Error with a message for the admin if it was cancelled or is not supported */
export async function createPasskey(options: Record<string, unknown>) {
  const { startRegistration } = await loadLibrary();
  const optionsJSON = passkeyOptions<PublicKeyCredentialCreationOptionsJSON>(options);
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new Error(
      errorName(error) === "InvalidStateError"
        ? "This device has a passkey for your account already."
        : "No passkey was created: it was cancelled, took too long, or this device does not support it. Try again.",
    );
  });
}

/** Signs in with a passkey. @throws an Error with a message for the admin if it was cancelled or no passkey exists */
export async function signWithPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = passkeyOptions<PublicKeyCredentialRequestOptionsJSON>(options);
  return startAuthentication({ optionsJSON }).catch(() => {
    throw new Error("No passkey was used: it was cancelled, took too long, or this device has none. Try again.");
  });
}

/** Casts the options that the API created with @simplewebauthn/server: the browser library has the same JSON types. */
const passkeyOptions = <Options>(options: Record<string, unknown>) => options as unknown as Options;

const errorName = (error: unknown) => (error instanceof Error ? error.name : "");

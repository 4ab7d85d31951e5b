import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const cborText = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const cborBytes = (value: Buffer) => Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value]);

/** Flags of WebAuthn: user present, user verified, and attested key included. */
const FLAG_USER_PRESENT = 0x01;
const FLAG_USER_VERIFIED = 0x04;
const FLAG_ATTESTED_KEY = 0x40;

type CeremonyOptions = { challenge?: unknown };
type CeremonyChange = { origin?: string; isVerified?: boolean; signatures?: number };

/** Creates a fake device with one passkey (ES256, no attestation), which responds and signs like a browser. */
export function makePasskeyDevice() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const publicKeyCose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
  let signatureCount = 0;

  const clientDataOf = (type: string, { challenge }: CeremonyOptions, { origin = env().appOrigin }: CeremonyChange) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    flags: number,
    { isVerified = true, signatures: countOverride }: CeremonyChange,
    key = Buffer.alloc(0),
  ) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(countOverride ?? ++signatureCount);
    const allFlags = flags | FLAG_USER_PRESENT | (isVerified ? FLAG_USER_VERIFIED : 0);
    return Buffer.concat([sha256(new URL(env().appOrigin).hostname), Buffer.from([allFlags]), counter, key]);
  };
  const id = credentialId.toString("base64url");
  const credential = { id, rawId: id, type: "public-key" as const };

  return {
    id,
    /** Creates a passkey from the server's options, as a browser does. @returns the response to send */
    create(options: CeremonyOptions, change: CeremonyChange = {}) {
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, publicKeyCose]);
      const data = authenticatorData(FLAG_ATTESTED_KEY, change, key);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[
          cborText("fmt"),
          cborText("none"),
          cborText("attStmt"),
          Buffer.from([0xa0]),
          cborText("authData"),
          cborBytes(data),
        ],
      ]);
      const clientDataJSON = clientDataOf("webauthn.create", options, change).toString("base64url");
      return {
        ...credential,
        response: { clientDataJSON, attestationObject: attestation.toString("base64url"), transports: ["internal"] },
      };
    },
    /** Signs the server's challenge with the passkey, as a browser does. @returns the response to send */
    sign(options: CeremonyOptions, change: CeremonyChange = {}) {
      const data = authenticatorData(0, change);
      const clientData = clientDataOf("webauthn.get", options, change);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(clientData)]))
        .sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value]);

/** Flags of WebAuthn: a person was present, the device verified that it was its owner, and the data contains a key. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

type Options = { challenge?: unknown };
type Change = { origin?: string; isVerified?: boolean; signatures?: number };

/** Creates a device with one passkey (ES256, no attestation), which answers and signs like a browser. */
export function makePasskeyDevice() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
  let signatures = 0;

  const dataOf = (type: string, { challenge }: Options, { origin = env().appOrigin }: Change) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    flags: number,
    { isVerified = true, signatures: counted }: Change,
    key = Buffer.alloc(0),
  ) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(counted ?? ++signatures);
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0);
    return Buffer.concat([sha256(new URL(env().appOrigin).hostname), Buffer.from([all]), counter, key]);
  };
  const id = credentialId.toString("base64url");
  const credential = { id, rawId: id, type: "public-key" as const };

  return {
    id,
    /** Responds to options for a new passkey. */
    create(options: Options, change: Change = {}) {
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cose]);
      const data = authenticatorData(HAS_KEY, change, key);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0]), text("authData"), bytes(data)],
      ]);
      const clientDataJSON = dataOf("webauthn.create", options, change).toString("base64url");
      return {
        ...credential,
        response: { clientDataJSON, attestationObject: attestation.toString("base64url"), transports: ["internal"] },
      };
    },
    /** Responds to options for an existing passkey. */
    sign(options: Options, change: Change = {}) {
      const data = authenticatorData(0, change);
      const clientData = dataOf("webauthn.get", options, change);
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

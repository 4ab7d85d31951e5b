import { describe, expect, it } from "vitest";
import { decryptPart, deriveBackupKey, encryptPart } from "./encryption";

const key = deriveBackupKey("key of the backups, only for tests", Buffer.alloc(16, 1));
const CHUNK = 65_536;
const STORED_CHUNK = CHUNK + 16;

async function* streamOf(bytes: Buffer, pieceSize = 10_000) {
  for (let from = 0; from < bytes.length; from += pieceSize) yield bytes.subarray(from, from + pieceSize);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

const encrypt = (bytes: Buffer, name = "a") => collect(encryptPart(streamOf(bytes), key, name));
const decrypt = (bytes: Buffer, name = "a", ownKey = key) => collect(decryptPart(streamOf(bytes), ownKey, name));
const content = Buffer.alloc(3 * CHUNK, "content ");

describe("encrypted part", () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
    "a backup part of %i bytes is unchanged after encryption and decryption",
    async (length) => {
      const bytes = content.subarray(0, length);
      const encrypted = await encrypt(bytes);
      expect(encrypted.length).toBe(length + 16 * Math.max(1, Math.ceil(length / CHUNK)));
      expect((await decrypt(encrypted)).equals(bytes)).toBe(true);
    },
  );

  it.each<[string, (encrypted: Buffer) => Buffer]>([
    ["a changed byte", (bytes) => Buffer.concat([bytes.subarray(0, 9), Buffer.of(0), bytes.subarray(10)])],
    ["its last chunk missing", (bytes) => bytes.subarray(0, 2 * STORED_CHUNK)],
    ["its first chunk missing", (bytes) => bytes.subarray(STORED_CHUNK)],
    ["a chunk twice", (bytes) => Buffer.concat([bytes.subarray(0, STORED_CHUNK), bytes])],
    ["a byte appended", (bytes) => Buffer.concat([bytes, Buffer.of(0)])],
    ["nothing left", () => Buffer.alloc(0)],
  ])("an encrypted part is refused with %s", async (_, change) => {
    await expect(decrypt(change(await encrypt(content)))).rejects.toThrow("Part a can't be decrypted");
  });

  it("decrypting a backup part fails under the name of another part and with another key", async () => {
    const encrypted = await encrypt(content);
    const otherKey = deriveBackupKey("key of the backups, only for tests", Buffer.alloc(16, 2));
    await expect(decrypt(encrypted, "b")).rejects.toThrow("Part b can't be decrypted");
    await expect(decrypt(encrypted, "a", otherKey)).rejects.toThrow("Part a can't be decrypted");
  });
});

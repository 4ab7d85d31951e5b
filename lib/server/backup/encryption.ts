import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, scryptSync } from "node:crypto";
import { CommandError } from "./command-error";

/** Bytes of a chunk before encryption. Each encrypted chunk is followed by its authentication tag. */
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;

/** Derives a backup's key from `BACKUP_KEY`. Takes 0.1 s, so that a weak key is expensive to guess. */
export const deriveBackupKey = (backupKey: string, salt: Buffer): Buffer =>
  scryptSync(backupKey, salt, 32, { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_024 * 1_024 });

/** Derives the key of one part, so that a part can't be replaced by another part of the same or another backup. */
const partKey = (key: Buffer, name: string) => Buffer.from(hkdfSync("sha256", key, "", `part:${name}`, 32));

/** Returns the authentication code of the manifest's text. */
export const authenticationCodeOf = (key: Buffer, text: string): string =>
  createHmac("sha256", partKey(key, "manifest")).update(text).digest("hex");

/**
 * Encrypts a part with AES-256-GCM in chunks. The nonce is the chunk's number and whether it is the last one, so that
 * decryption detects reordered, missing and appended chunks.
 */
export async function* encryptPart(source: AsyncIterable<Buffer>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const ownKey = partKey(key, name);
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", ownKey, nonceOf(number++, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts a part. Yields only authenticated chunks. @throws CommandError if the key is wrong or the part was changed */
export async function* decryptPart(source: AsyncIterable<Buffer>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const ownKey = partKey(key, name);
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK_BYTES + TAG_BYTES)) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", ownKey, nonceOf(number++, isLast), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new CommandError(`Part ${name} can't be decrypted: it was changed, or is not complete.`, { cause: error });
    }
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Splits a stream into chunks of this size. The last one is shorter, and empty for an empty stream. */
async function* chunksOf(source: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    waiting.push(piece);
    length += piece.length;
    if (length <= size) continue;
    const joined = Buffer.concat(waiting);
    let offset = 0;
    for (; joined.length - offset > size; offset += size)
      yield { bytes: joined.subarray(offset, offset + size), isLast: false };
    waiting = [joined.subarray(offset)];
    length = joined.length - offset;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}

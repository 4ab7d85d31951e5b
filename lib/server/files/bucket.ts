import "server-only";
import { AwsClient } from "aws4fetch";
import { env } from "@/lib/env";

type FileContent = { contentType: string; bytes: Buffer };
/** An S3-compatible bucket, accessed with plain HTTP requests signed by AWS Signature Version 4. */
export type Bucket = {
  put(id: string, file: FileContent): Promise<void>;
  get(id: string): Promise<Buffer<ArrayBuffer>>;
  /** Reads an object; null if the bucket does not have it. */
  find(id: string): Promise<Buffer<ArrayBuffer> | null>;
  remove(id: string): Promise<void>;
  /** Writes, reads and removes an object. @throws if one of them fails */
  check(id: string): Promise<void>;
};

/** Timeout in ms, below the 15 s for which a transaction may be idle. */
const TIMEOUT_MS = 10_000;

/** Returns the bucket of the settings; null if files are stored in the database. */
export function openBucket(settings = env().filesBucket): Bucket | null {
  if (!settings) return null;
  const { url, region, keyId, secret } = settings;
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: "s3", retries: 1 });

  type RequestOptions = { body?: BodyInit; headers?: Record<string, string>; isOptional?: boolean };

  /** @param isOptional true to accept that the object is missing */
  async function ask(method: string, id: string, { isOptional = false, ...init }: RequestOptions = {}) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await client.fetch(`${url}/${id}`, { method, ...init, signal });
    if (answer.ok || (isOptional && answer.status === 404)) return answer;
    await answer.body?.cancel();
    throw new Error(`The bucket answered ${answer.status} to ${method} of file ${id}.`);
  }

  const bucket: Bucket = {
    async put(id, { contentType, bytes }) {
      const answer = await ask("PUT", id, {
        body: new Uint8Array(bytes),
        headers: { "content-type": contentType, "cache-control": "no-store" },
      });
      await answer.body?.cancel();
    },
    get: async (id) => Buffer.from(await (await ask("GET", id)).arrayBuffer()),
    async find(id) {
      const answer = await ask("GET", id, { isOptional: true });
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      await answer.body?.cancel();
      return null;
    },
    async remove(id) {
      await (await ask("DELETE", id, { isOptional: true })).body?.cancel();
    },
    async check(id) {
      await bucket.put(id, { contentType: "text/plain", bytes: Buffer.from(id) });
      const bytes = await bucket.get(id).finally(() => bucket.remove(id));
      if (bytes.toString() !== id) throw new Error("The bucket returned other content than was written.");
    },
  };
  return bucket;
}

import "server-only";
import { AwsClient, AwsV4Signer } from "aws4fetch";
import { env } from "@/lib/env";

type FileContent = { contentType: string; bytes: Buffer };
/** An object of the bucket whose content is not read yet. The caller reads or cancels `body`. */
export type BucketObject = { contentType: string; size: number; body: ReadableStream<Uint8Array<ArrayBuffer>> | null };
/** A signed request that anyone can send to write one object. `headers` have to be sent unchanged. */
export type SignedPut = { url: string; headers: Record<string, string> };

/** An S3-compatible bucket, accessed with plain HTTP requests signed by AWS Signature Version 4. */
export type Bucket = {
  put(id: string, file: FileContent): Promise<void>;
  get(id: string): Promise<Buffer<ArrayBuffer>>;
  /** Reads an object; null if the bucket does not have it. */
  find(id: string): Promise<Buffer<ArrayBuffer> | null>;
  /** Opens an object for reading; null if the bucket does not have it. */
  open(id: string): Promise<BucketObject | null>;
  remove(id: string): Promise<void>;
  /** Returns a request that writes an object of exactly this size in bytes and type. @param seconds validity */
  signPut(id: string, file: { contentType: string; size: number }, seconds: number): Promise<SignedPut>;
  /** Sends a browser's preflight request for an upload. @throws if pages of this origin may not upload */
  checkBrowserUploads(origin: string): Promise<void>;
  /** Tests the bucket: writes, reads and removes an object. @throws if one of these steps fails */
  check(id: string): Promise<void>;
};

/** Timeout in ms of a request to the bucket, below the 15 s for which a transaction may be idle. */
const TIMEOUT_MS = 10_000;

/** Returns the bucket of the settings; null if files are stored in the database. */
export function openBucket(settings = env().filesBucket): Bucket | null {
  if (!settings) return null;
  const { url, region, keyId, secret } = settings;
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: "s3", retries: 1 });

  type RequestOptions = { body?: BodyInit; headers?: Record<string, string>; isOptional?: boolean };

  /** Sends a signed request for an object. @param isOptional true to return a 404 instead of throwing it @throws for other errors */
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
    async open(id) {
      const answer = await ask("GET", id, { isOptional: true });
      const { headers, body } = answer;
      if (answer.ok) return { contentType: headers.get("content-type") ?? "", size: sizeOf(headers), body };
      await body?.cancel();
      return null;
    },
    async remove(id) {
      await (await ask("DELETE", id, { isOptional: true })).body?.cancel();
    },
    async signPut(id, { contentType, size }, seconds) {
      const headers = { "content-type": contentType, "content-length": String(size) };
      const address = `${url}/${id}?X-Amz-Expires=${seconds}`;
      const keys = { accessKeyId: keyId, secretAccessKey: secret, region, service: "s3" };
      // `allHeaders` also signs size and type, so that the bucket refuses a different size or type.
      const signer = new AwsV4Signer({
        ...keys,
        method: "PUT",
        url: address,
        headers,
        signQuery: true,
        allHeaders: true,
      });
      const signed = await signer.sign();
      return { url: signed.url.toString(), headers: { "content-type": contentType } };
    },
    async checkBrowserUploads(origin) {
      const headers = {
        origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "content-type",
      };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(`${url}/preflight`, { method: "OPTIONS", headers, signal });
      await answer.body?.cancel();
      const allowed = answer.headers.get("access-control-allow-origin");
      if (!answer.ok || (allowed !== "*" && allowed !== origin))
        throw new Error(`The bucket answered ${answer.status} to the preflight request of an upload from ${origin}.`);
    },
    async check(id) {
      await bucket.put(id, { contentType: "text/plain", bytes: Buffer.from(id) });
      const bytes = await bucket.get(id).finally(() => bucket.remove(id));
      if (bytes.toString() !== id) throw new Error("The bucket returned other content than was written.");
    },
  };
  return bucket;
}

/** Returns the size in bytes that the bucket's response declares; NaN if it declares none. */
const sizeOf = (headers: Headers) => Number(headers.get("content-length") ?? Number.NaN);

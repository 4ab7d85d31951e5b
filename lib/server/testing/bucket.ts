import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";

/**
 * Starts an S3-compatible server with one bucket. The server checks signatures, and the origin of browsers' requests by CORS.
 * @param pageOrigin origin whose pages may upload, by the rule of docs/deploy/bucket-cors.json; if omitted, no page may
 */
export async function startTestS3Bucket(pageOrigin?: string) {
  const directory = mkdtempSync(path.join(tmpdir(), "bucket-"));
  const configs = pageOrigin ? [corsRuleFor(pageOrigin)] : [];
  const listen = { address: "127.0.0.1", port: 0, silent: true, directory };
  const server = new S3rver({ ...listen, configureBuckets: [{ name: "documents", configs }] });
  const { port } = await server.run();
  const keys = { keyId: "S3RVER", secret: "S3RVER" };
  return {
    settings: { url: `http://127.0.0.1:${port}/documents`, region: "us-east-1", ...keys },
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Returns the CORS rule of docs/deploy/bucket-cors.json for another origin, as XML, which the test server reads. */
function corsRuleFor(origin: string): string {
  const { CORSRules: rules } = JSON.parse(readFileSync("docs/deploy/bucket-cors.json", "utf8")) as {
    CORSRules: { AllowedMethods: string[]; AllowedHeaders: string[]; MaxAgeSeconds: number }[];
  };
  const elements = (name: string, values: readonly (string | number)[]) =>
    values.map((value) => `<${name}>${value}</${name}>`).join("");
  const xml = rules.map(
    (rule) =>
      `<CORSRule>${elements("AllowedOrigin", [origin])}${elements("AllowedMethod", rule.AllowedMethods)}` +
      `${elements("AllowedHeader", rule.AllowedHeaders)}${elements("MaxAgeSeconds", [rule.MaxAgeSeconds])}</CORSRule>`,
  );
  return `<CORSConfiguration>${xml.join("")}</CORSConfiguration>`;
}

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { uploadLimits } from "@/lib/server/db/schema/upload";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeJpeg, makePdf } from "@/lib/server/testing/pictures";
import { startPipelineCall } from "@/lib/server/testing/pipeline-call";
import { authenticate } from "./authenticate";
import type { CallName } from "./long-calls";
import { receiveFile } from "./receive-file";

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ token } = await makeAdmin(app));
});
afterAll(() => app.stop());
beforeEach(() => app.db.delete(uploadLimits));

const receiveFileOfCall = async (input: unknown, { name = "kyc.upload" as CallName, keepsFile = true } = {}) => {
  const call = startPipelineCall(name, { token }, input);
  return receiveFile(call, await authenticate(call), keepsFile);
};
const makeFile = (bytes: Buffer) => new File([new Uint8Array(bytes)], "sent");

it("receiveFile returns an uploaded picture with its check result, staged for storage", async () => {
  const { checked, upload } = await receiveFileOfCall(makeFile(await makeJpeg(1)));
  expect(checked?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(upload).toMatchObject({ hash: checked?.hash, staged: { inBucket: false }, stagedPages: [] });
});

it("receiveFile stages the rendered pages of an uploaded PDF for storage too", async () => {
  const { upload } = await receiveFileOfCall(makeFile(makePdf()));
  expect(upload?.stagedPages).toHaveLength(1);
});

it("receiveFile stages nothing for a call that does not store its file", async () => {
  const { checked, upload } = await receiveFileOfCall(makeFile(await makeJpeg(2)), { keepsFile: false });
  expect([checked?.width, upload]).toEqual([expect.any(Number), null]);
});

it("receiveFile counts an upload before it checks the file, so that rejected files count too", async () => {
  await expect(receiveFileOfCall(makeFile(Buffer.from("text")))).rejects.toMatchObject({ status: 415 });
  expect(await app.db.$count(uploadLimits)).toBe(1);
});

it("receiveFile neither counts an upload nor returns anything for a call without a file", async () => {
  expect(await receiveFileOfCall({ decision: "approve" }, { name: "kyc.decide" })).toEqual({
    checked: null,
    upload: null,
  });
  expect(await app.db.$count(uploadLimits)).toBe(0);
});

import type { DraftImages } from "@/components/record-editor/use-image-sources";

type UploadImage = DraftImages["upload"];

/** Wraps an upload function so that at most `maxParallel` uploads run in parallel. Waiting does not count towards an upload's time limit. */
export function createUploadQueue(maxParallel: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  const startNext = () => {
    const startUpload = queue.shift();
    if (startUpload) startUpload();
    else running -= 1;
  };
  return async (upload: UploadImage, ...[file, onProgress, signal]: Parameters<UploadImage>) => {
    if (running < maxParallel) running += 1;
    else await new Promise<void>((startUpload) => queue.push(startUpload));
    try {
      signal.throwIfAborted();
      return await upload(file, onProgress, signal);
    } finally {
      startNext();
    }
  };
}

/** Maximum side in px of the analysed picture. Scales larger pictures down, because phones are slow; a code near the camera stays readable. */
const MAX_SIDE = 640;

/** Returns the text of the QR code in the current camera picture; null if there is none. */
type QrCodeReader = (video: HTMLVideoElement) => Promise<string | null>;

type BarcodeReader = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): BarcodeReader;
  getSupportedFormats: () => Promise<string[]>;
};

/** Returns the browser's QR code reader if it has one, otherwise that of a library. */
export async function createQrCodeReader(): Promise<QrCodeReader> {
  return (await browserReader()) ?? libraryReader();
}

async function browserReader(): Promise<QrCodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  // Checks the formats, because some browsers define the class without supporting QR codes.
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !formats?.includes("qr_code")) return null;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
}

async function libraryReader(): Promise<QrCodeReader> {
  const { decodeQrCode } = await import("./decode");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight, 1));
    const width = Math.round(video.videoWidth * scale);
    const height = Math.round(video.videoHeight * scale);
    if (!context || !width || !height) return null;
    // Resizing a canvas clears it, so it is resized only after the camera was rotated.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    return decodeQrCode(context.getImageData(0, 0, width, height));
  };
}

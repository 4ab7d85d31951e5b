"use client";

import { clsx } from "clsx";
import { Camera, CameraOff, Flashlight, FlashlightOff } from "lucide-react";
import type { RefObject } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { type GateCameraState, useGateCamera } from "./use-gate-camera";

const CAMERA_ERRORS: Partial<Record<GateCameraState, string>> = {
  refused: "The camera is blocked for this page. Allow it in the browser's settings, or type the code below.",
  none: "No camera can be used. Type or paste the code below.",
};

type GateCameraProps = { onCode: (text: string) => unknown; isBusy: RefObject<boolean> };

/** Shows the camera with its on/off switch, and passes each ticket code that it reads to `onCode`. */
export function GateCamera({ onCode, isBusy }: GateCameraProps) {
  const { video, state, start, stop, torch, toggleTorch } = useGateCamera({ onCode, isBusy });
  const isOn = state === "on" || state === "starting";
  const cameraError = CAMERA_ERRORS[state];
  return (
    <section aria-label="Camera" className="space-y-3">
      <div className={clsx("relative overflow-hidden rounded-lg bg-black", !isOn && "hidden")}>
        <video ref={video} muted playsInline aria-label="What the camera sees" className="h-64 w-full object-cover" />
        <span
          aria-hidden="true"
          className="absolute inset-y-6 left-1/2 aspect-square -translate-x-1/2 rounded-lg border-2 border-white/80"
        />
      </div>
      {cameraError && <Alert tone="warning">{cameraError}</Alert>}
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <Button size="lg" onClick={stop} busy={state === "starting"}>
            <CameraOff aria-hidden="true" /> Stop camera
          </Button>
        ) : (
          <Button size="lg" variant="primary" onClick={start}>
            <Camera aria-hidden="true" /> {cameraError ? "Try the camera again" : "Scan with the camera"}
          </Button>
        )}
        {torch !== null && (
          <Button size="lg" aria-pressed={torch} onClick={toggleTorch}>
            {torch ? <FlashlightOff aria-hidden="true" /> : <Flashlight aria-hidden="true" />} Light
          </Button>
        )}
      </div>
    </section>
  );
}

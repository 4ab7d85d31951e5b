import "server-only";
import { env } from "@/lib/env";
import type { Message } from "@/lib/server/push/fcm";
import type { Broadcast } from "./record";

/** A day: who switches the phone on later than that has missed it. */
const LIFE_SECONDS = 86_400;
const IMAGE_WIDTH = 960;

type Said = Pick<Broadcast, "id" | "title" | "text" | "imageId" | "destination">;

/**
 * What Firebase gets for each device. Every platform is told the broadcast's id as what the message replaces, so that a
 * device that hears it twice shows it once. `data` is what the app opens.
 */
export function messageOf({ id, title, text, imageId, destination }: Said): Message {
  const image = imageId && `${env().appOrigin}/api/v1/public/images/${imageId}/${IMAGE_WIDTH}`;
  return {
    notification: { title, body: text, ...(image && { image }) },
    data: { category: "broadcast", broadcast_id: id, destination: destination.kind, target: destination.target },
    android: { priority: "high", ttl: `${LIFE_SECONDS}s`, collapse_key: id, notification: { tag: id } },
    apns: {
      headers: { "apns-collapse-id": id, "apns-expiration": String(Math.floor(Date.now() / 1_000) + LIFE_SECONDS) },
      payload: { aps: { sound: "default", ...(image && { "mutable-content": 1 }) } },
      ...(image && { fcm_options: { image } }),
    },
    webpush: {
      // At most 32 letters and digits (RFC 8030): the id without its dashes.
      headers: { Topic: id.replaceAll("-", ""), TTL: String(LIFE_SECONDS), Urgency: "normal" },
      notification: { tag: id },
    },
  };
}

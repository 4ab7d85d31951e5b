import "server-only";
import { env } from "@/lib/env";
import { picturesOf } from "@/lib/server/content-entries/read-pictures";
import type { Queryable } from "@/lib/server/db/client";
import type { FcmMessage } from "@/lib/server/push/send-push";
import type { BroadcastRecord } from "./record";

/** One day. A phone that is offline for longer does not get the message. */
const MESSAGE_LIFE_S = 86_400;
/** Picture width in px for phones. A narrower picture is served in its own width. */
const IMAGE_WIDTH = 960;

type Content = Pick<BroadcastRecord, "id" | "title" | "text" | "imageId" | "destination">;

/**
 * Builds the Firebase message. The broadcast's id is the replacement key on every platform, so that a device that
 * receives the message twice shows it once. `data` tells the app what to open.
 */
export async function firebaseMessageOf(
  db: Queryable,
  { id, title, text, imageId, destination }: Content,
): Promise<FcmMessage> {
  const image = imageId && (await imageUrlOf(db, imageId));
  return {
    notification: { title, body: text, ...(image && { image }) },
    data: { category: "broadcast", broadcast_id: id, destination: destination.kind, target: destination.target },
    android: { priority: "high", ttl: `${MESSAGE_LIFE_S}s`, collapse_key: id, notification: { tag: id } },
    apns: {
      headers: { "apns-collapse-id": id, "apns-expiration": String(Math.floor(Date.now() / 1_000) + MESSAGE_LIFE_S) },
      payload: { aps: { sound: "default", ...(image && { "mutable-content": 1 }) } },
      ...(image && { fcm_options: { image } }),
    },
    webpush: {
      // A topic has at most 32 letters and digits (RFC 8030): the id without dashes.
      headers: { Topic: id.replaceAll("-", ""), TTL: String(MESSAGE_LIFE_S), Urgency: "normal" },
      notification: { tag: id },
    },
  };
}

async function imageUrlOf(db: Queryable, imageId: string): Promise<string | undefined> {
  const sizes = (await picturesOf(db, [imageId])).get(imageId)?.sizes ?? [];
  const size = sizes.find(({ width }) => width >= IMAGE_WIDTH) ?? sizes.at(-1);
  return size && `${env().appOrigin}/api/v1/public/images/${imageId}/${size.width}`;
}

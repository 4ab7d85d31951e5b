import { expect, it } from "vitest";
import { encrypt } from "@/lib/server/base/secret";
import { createWebhookSecret, decryptWebhookSecret, signedWebhookHeaders } from "./sign";

it.each([
  {
    from: "the reference implementation of Standard Webhooks",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    message: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1614265330, body: '{"test": 2432232314}' },
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  {
    from: "the manual of Svix",
    secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
    message: {
      id: "msg_loFOjxBNrRLzqYUf",
      at: 1731705121,
      body: '{"event_type":"ping","data":{"success":true}}',
    },
    signature: "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
  },
])("signedWebhookHeaders signs the published example of $from", ({ secret, message, signature }) => {
  expect(signedWebhookHeaders([secret], message)).toEqual({
    "webhook-id": message.id,
    "webhook-timestamp": String(message.at),
    "webhook-signature": signature,
  });
});

it("a webhook secret has 32 random bytes and is stored encrypted", () => {
  const [one, other] = [createWebhookSecret(), createWebhookSecret()];
  expect(one).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(one).not.toBe(other);
  const encrypted = encrypt(one, "webhook-secret");
  expect(encrypted.includes(one)).toBe(false);
  expect(decryptWebhookSecret(encrypted)).toBe(one);
});

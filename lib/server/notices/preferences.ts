import "server-only";
import { eq } from "drizzle-orm";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import type { noticeCalls as contract } from "@/lib/contract/notices";
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  NOTICE_RULES,
  type NoticeChannels,
  type NoticeKind,
} from "@/lib/contract/notices.values";
import type { WriteContext } from "@/lib/server/api/context";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { noticeSettings } from "@/lib/server/db/schema/notices";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { lockExpectedVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { lagosHour } from "./lagos-hour";

type Preferences = OutputOf<typeof contract.preferences>;
type SettingsRow = typeof noticeSettings.$inferSelect;

const NO_SETTINGS = { channels: {}, digestHour: null, version: 1 };

/** Returns how an admin receives each kind of notice: their own choice or the default. */
export async function readNoticePreferences(db: Queryable, adminId: string): Promise<Preferences> {
  const [row] = await db.select().from(noticeSettings).where(eq(noticeSettings.id, adminId));
  return toPreferences(row ?? NO_SETTINGS);
}

const toPreferences = ({
  channels,
  digestHour,
  version,
}: Pick<SettingsRow, "channels" | "digestHour" | "version">): Preferences => ({
  kinds: Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, channels[kind] ?? NOTICE_RULES[kind].defaults]),
  ) as Record<NoticeKind, NoticeChannels>,
  digest_hour: digestHour,
  version,
});

/**
 * Changes the caller's preferences. They apply to later notices. If the chosen hour has begun, the first daily mail is sent tomorrow.
 * @throws 409 with the current preferences if they have changed
 */
export async function changeNoticePreferences(
  { tx, admin, audit }: WriteContext,
  input: InputOf<typeof contract.changePreferences>,
) {
  await tx.insert(noticeSettings).values({ id: admin.id }).onConflictDoNothing();
  const noun = "form of notice preferences";
  const current = async (row: SettingsRow) => toPreferences(row);
  const row = await lockExpectedVersion(
    tx,
    noticeSettings,
    { id: admin.id, version: input.version },
    { noun, current },
  );
  const before = toPreferences(row);
  const now = new Date();
  const isTodayOver = input.digest_hour !== null && lagosHour(now) >= input.digest_hour;
  const digestedOn = input.digest_hour === row.digestHour ? row.digestedOn : isTodayOver ? lagosDayOf(now) : null;
  const saved = await updateVersionedRecord(tx, noticeSettings, admin.id, {
    channels: changedKinds(input.kinds),
    digestHour: input.digest_hour,
    digestedOn,
  });
  const after = toPreferences(saved);
  audit({ record: adminRecordRef(admin), before: auditFieldsOf(before), after: auditFieldsOf(after) });
  return after;
}

/** Returns only the kinds that differ from the default, so that a changed default applies to admins who never chose. */
const changedKinds = (kinds: Preferences["kinds"]): SettingsRow["channels"] =>
  Object.fromEntries(
    NOTICE_KINDS.filter((kind) =>
      NOTICE_CHANNELS.some((channel) => kinds[kind][channel] !== NOTICE_RULES[kind].defaults[channel]),
    ).map((kind) => [kind, kinds[kind]]),
  );

/** Returns the preferences for the audit trail: "app, mail" for each kind. */
const auditFieldsOf = ({ kinds, digest_hour }: Preferences) => ({
  ...Object.fromEntries(
    NOTICE_KINDS.map((kind) => {
      const on = Object.entries(kinds[kind]).flatMap(([channel, isOn]) => (isOn ? channel : []));
      return [kind, on.join(", ") || "off"];
    }),
  ),
  digest_hour,
});

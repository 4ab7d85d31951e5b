/** Describes when the daily mail is sent: "At 07:00", or "Off". @param hour Lagos hour, or null */
export const describeDigestHour = (hour: number | null) => (hour === null ? "Off" : `At ${formatFullHour(hour)}`);

/** Formats an hour of the day: 7 becomes "07:00". */
export const formatFullHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Returns the hour in Lagos, 0 to 23. Lagos is one hour ahead of UTC all year. */
export const lagosHour = (at: Date) => (at.getUTCHours() + 1) % 24;

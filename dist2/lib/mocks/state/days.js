const dayMs = 24 * 3600 * 1000;
/** The date (UTC) of a canonical moment. */
export const dateOf = (moment) => moment.slice(0, '2026-11-21'.length);
/** The dates (UTC) of so many days up to now, oldest first. */
export const lastDates = (now, days) => Array.from({ length: days }, (_, at) => dateOf(new Date(now - (days - 1 - at) * dayMs).toISOString()));

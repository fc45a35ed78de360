const DAY = /^20\d\d-\d\d-\d\d$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether this is a day that the calendar has. */
export const isDay = (text: string): boolean =>
  DAY.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

export const isTime = (text: string): boolean => TIME.test(text);

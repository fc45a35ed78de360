/** The first and the last day of a report, as London dates. */
export type ReportPeriod = { readonly fromDay: string; readonly untilDay: string };

let format: Intl.DateTimeFormat | undefined;

/** `1 to 30 November 2026`, `15 November to 14 December 2026` */
export function periodLabel({ fromDay, untilDay }: ReportPeriod): string {
  format ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const until = format.format(new Date(untilDay));
  const [day = "", month = "", year = ""] = format.format(new Date(fromDay)).split(" ");
  if (!until.endsWith(year)) return `${day} ${month} ${year} to ${until}`;
  return until.includes(month) ? `${day} to ${until}` : `${day} ${month} to ${until}`;
}

/**
 * The migrated database that tests clone. Postgres cannot clone a database with open connections.
 */
export const TEMPLATE = "tidepost_template";

/** The migrated database that tests are cloned from. Nothing stays connected to it, or cloning would fail. */
export const TEMPLATE = "tidepost_template";

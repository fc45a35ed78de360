/**
 * `fb.<subdomain>.<time>.<id>`; click ids have up to a few hundred characters. A file without imports, because the site reads
 * cookies on pages that load no schema.
 */
export const PIXEL_COOKIE = /^fb\.\d\.\d{1,20}\.[\w-]{1,500}$/;

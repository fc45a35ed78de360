const PER_PAGE = 50;
// Supabase's limit, too.
const PER_PAGE_MAX = 1_000;

type Page = { page: number; perPage: number };

/** @returns null for invalid values */
export function readPage(query: {
  page: string | undefined;
  perPage: string | undefined;
}): Page | null {
  const page = readCount(query.page, 1);
  const perPage = readCount(query.perPage, PER_PAGE);
  if (page === null || perPage === null) return null;
  return { page, perPage: Math.min(perPage, PER_PAGE_MAX) };
}

export function linkHeader(url: string, { page, perPage }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => {
    const { pathname, searchParams } = new URL(url);
    searchParams.delete("page");
    // First: clients parse the number after the first `=`.
    const query = new URLSearchParams([["page", String(to)], ...searchParams]);
    return `<${pathname}?${query.toString()}>; rel="${rel}"`;
  };
  return [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", ");
}

function readCount(text: string | undefined, fallback: number): number | null {
  if (text === undefined || text === "") return fallback;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

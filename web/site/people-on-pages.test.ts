import { afterEach, expect, test, vi } from "vitest";
import type * as Company from "#contracts/company.ts";
import { renderPages } from "../../tests/support/render-pages.ts";

afterEach(() => {
  vi.doUnmock("#contracts/company.ts");
  vi.doUnmock("../src/art/picture-files.ts");
  vi.resetModules();
});

async function renderWith(people: typeof Company.PEOPLE) {
  vi.resetModules();
  vi.doMock("#contracts/company.ts", async (importActual) => ({
    ...(await importActual<typeof Company>()),
    PEOPLE: people,
  }));
  vi.doMock("../src/art/picture-files.ts", () => ({
    PICTURE_FILES: { team: [{ id: "ada", name: "1a2b", height: 1350 }] },
    PICTURE_CREDITS: [],
  }));
  const pages = await renderPages();
  return (path: string) => pages.get(path)?.html ?? "";
}

const HOURS = "Monday to Friday, 9 am to 6 pm";
const ADA = { name: "Ada Ito", role: "Managing director", picture: "ada", hours: HOURS };
const BO = { name: "Bo Reyes", role: "Account manager", picture: null, hours: HOURS };

test("people of the company: named and shown where they speak or answer, with or without a picture", async () => {
  const htmlOf = await renderWith({ director: ADA, accountManagers: [ADA, BO] });
  for (const path of ["/", "/post-call"]) {
    expect(htmlOf(path)).toContain("Ada Ito, Managing director");
    expect(htmlOf(path)).not.toMatch(/The (?:director|founder), Tidepost/);
  }
  for (const path of ["/", "/fb-ad", "/schedule-demo"]) {
    expect(htmlOf(path)).toContain("Bo Reyes");
    expect(htmlOf(path)).toContain(HOURS);
    expect(htmlOf(path)).toContain("/assets/1a2b-640.webp");
  }
});

test("company that names nobody: the site speaks of the director and shows no face", async () => {
  const htmlOf = await renderWith({ director: null, accountManagers: [] });
  expect(htmlOf("/")).toContain("The director, Tidepost Ltd");
  expect(htmlOf("/post-call")).toContain("The founder, Tidepost");
  for (const path of ["/", "/fb-ad", "/schedule-demo"]) {
    expect(htmlOf(path)).not.toContain("/assets/1a2b");
    expect(htmlOf(path)).not.toMatch(/one of us|One of these account managers/);
  }
});

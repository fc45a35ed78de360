import type { Page } from "../lib/page.ts";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = { title: "Tidepost", description: "x", Body: Home };
function Home() { return <PageHead title="Posts that come in like the tide." lead="x" />; }

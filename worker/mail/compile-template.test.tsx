import { expect, test } from "vitest";
import { compileTemplate } from "./compile-template.ts";
import { renderHtml } from "./render-html.ts";

type Props = { kind: string; name: string; link: string };

let renders = 0;

function Template({ kind, name, link }: Props) {
  renders++;
  return (
    <p title={name}>
      {kind === "long" && <b>At length: </b>}
      {name} <a href={`https://example.com/${link}`}>{link}</a> {name}
    </p>
  );
}

const compile = () => compileTemplate<Props>(Template, (prop) => prop === "kind");

test.each([
  "Amelia",
  "",
  `<script>alert("1")</script> & 'x'`,
  "&amp; &#x27;",
  "$& $1 $$ {{name}} ${name}",
  "\uE000link\uE001 \uE000nothing\uE001 \uE000",
  "<outlook-open></outlook-open>",
  "مرحبا 👩🏽‍🚀",
])("%j is filled in as React renders it", (name) => {
  const fillIn = compile();
  for (const kind of ["short", "long"]) {
    const props = { kind, name, link: "a?b=c&d=e" };
    expect(fillIn(props)).toBe(renderHtml(Template(props)));
  }
});

test("line end in a value becomes an element", () => {
  const html = compile()({ kind: "short", name: "a\nb\r\nc", link: "d" });
  expect(html).toContain("a<br/>b<br/>c ");
});

test("each shape is rendered once, without the values of earlier emails", () => {
  const fillIn = compile();
  renders = 0;
  const mails = ["Amelia", "Idris", "Noor"].flatMap((name) =>
    ["short", "long"].map((kind) => fillIn({ kind, name, link: "x" })),
  );
  expect(renders).toBe(2);
  expect(mails[5]).toContain("Noor");
  expect(mails[5]).not.toMatch(/Amelia|Idris/);
});

import { html, raw } from "hono/html";
import { htmlPage } from "../html-page.ts";
import { PEOPLE } from "./person.ts";

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
  button, input { font: inherit; padding: 0.6rem 0.8rem; width: 100%; box-sizing: border-box; margin: 0.2rem 0; }
  button { text-align: left; cursor: pointer; } input[type="checkbox"] { width: auto; }
  small { display: block; color: #555; } fieldset { margin: 1.5rem 0; border: 1px solid #ccc; }
`;

export function choicePage(company: string, parameters: URLSearchParams) {
  const kept = [...parameters].map(
    ([name, value]) => html`<input type="hidden" name="request.${name}" value="${value}" />`,
  );
  return htmlPage(`Sign in with ${company}`, {
    head: html`<style>
      ${raw(STYLE)}
    </style>`,
    body: html`<body>
      <h1>Emulator of ${company}</h1>
      <p>Who are you? Nobody checks.</p>
      ${PEOPLE.map(
        (person) =>
          html`<form method="post">
            ${kept}
            <input type="hidden" name="email" value="${person.email}" />
            <input type="hidden" name="email_verified" value="${String(person.email_verified)}" />
            <input type="hidden" name="name" value="${person.name}" />
            <button>${person.name}<small>${person.email}</small></button>
          </form>`,
      )}
      <form method="post">
        ${kept}
        <fieldset>
          <legend>Somebody else</legend>
          <label>Address <input type="email" name="email" required /></label>
          <label>Name <input name="name" value="Joan Clarke" /></label>
          <label>
            <input type="checkbox" name="email_verified" value="true" checked />
            The address is proven
          </label>
          <button>Continue</button>
        </fieldset>
      </form>
      <form method="post">
        ${kept}
        <button name="deny" value="true">No, take me back</button>
      </form>
    </body>`,
  });
}

/** A page that posts the response automatically, as Apple's `form_post` does. */
export function postingPage(target: string, fields: Record<string, string>) {
  return htmlPage("One moment", {
    body: html`<body onload="document.forms[0].submit()">
      <form method="post" action="${target}">
        ${Object.entries(fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button>Continue</button>
      </form>
    </body>`,
  });
}

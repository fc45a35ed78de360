import { html, raw } from "hono/html";
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  ResponseObject,
} from "./document.ts";
import { STYLE } from "./style.ts";

type Html = ReturnType<typeof html>;

type Schemas = OpenApiDocument["components"]["schemas"];

const NOTHING: readonly Html[] = [];

/** Renders the document as a page without scripts. */
export function renderPage(document: OpenApiDocument): Html {
  const { info, servers, tags, components } = document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <a class="skip" href="#operations">Skip to the operations</a>
        <header>
          <h1>${info.title}</h1>
          <p>${code(info.description)}</p>
          <p>
            Base address <code>${servers[0]?.url ?? ""}</code>, as
            <a href="/openapi.json">OpenAPI 3.1</a> for programs.
          </p>
        </header>
        <div class="columns">
          <nav aria-label="Sections">
            <ul>
              ${tags.map(({ name }) => html`<li><a href="#${idOf(name)}">${name}</a></li>`)}
              <li><a href="#access">Access</a></li>
              <li><a href="#schemas">Schemas</a></li>
            </ul>
          </nav>
          <main id="operations" tabindex="-1">
            ${tags.map(
              ({ name }) =>
                html`<section aria-labelledby="${idOf(name)}">
                  <h2 id="${idOf(name)}">${name}</h2>
                  <div>
                    ${operations
                      .filter(({ operation }) => operation.tags.includes(name))
                      .map(({ method, path, operation }) =>
                        renderOperation(method, path, operation, components.schemas),
                      )}
                  </div>
                </section>`,
            )}
            <section aria-labelledby="access">
              <h2 id="access">Access</h2>
              <dl class="fields">
                ${Object.entries(components.securitySchemes).map(([name, scheme]) =>
                  renderField(name, code(describe(scheme))),
                )}
              </dl>
            </section>
            <section aria-labelledby="schemas">
              <h2 id="schemas">Schemas</h2>
              <div>
                ${Object.entries(components.schemas)
                  .toSorted(([a], [b]) => a.localeCompare(b))
                  .map(
                    ([name, schema]) =>
                      html`<details>
                        <summary class="named"><code>${name}</code></summary>
                        <div class="inside" id="${name}">${renderSchema(schema)}</div>
                      </details>`,
                  )}
              </div>
            </section>
          </main>
        </div>
      </body>
    </html>`;
}

function renderOperation(
  method: string,
  path: string,
  operation: OperationObject,
  schemas: Schemas,
): Html {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const statuses = Object.entries(responses);
  const success = statuses.filter(([status]) => Number(status) < 400);
  const errors = statuses.filter(([status]) => Number(status) >= 400);
  return html`<details>
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span>
      <code>${path}</code>
      <span class="said">${code(summary)}</span>
    </summary>
    <div class="inside" id="${operationId}">
      <section>
        <h3>Access</h3>
        <p>
          ${
            security.length === 0
              ? "Nothing needed."
              : code(
                  security
                    .map((all) =>
                      Object.keys(all)
                        .map((name) => `\`${name}\``)
                        .join(" and "),
                    )
                    .join(", or "),
                )
          }
        </p>
      </section>
      ${
        parameters.length === 0
          ? NOTHING
          : html`<section>
              <h3>Parameters</h3>
              <dl class="fields">${parameters.map(renderParameter)}</dl>
            </section>`
      }
      ${Object.entries(requestBody?.content ?? {}).map(
        ([mediaType, { schema }]) =>
          html`<section>
            <h3>Request <code>${mediaType}</code></h3>
            ${renderBody(schema, schemas)}
          </section>`,
      )}
      ${success.map(([status, response]) => renderAnswer(status, response, schemas))}
      <section>
        <h3>Errors</h3>
        <dl class="fields">
          ${errors.map(([status, { description }]) =>
            renderField(
              status,
              code(
                description
                  .split(", ")
                  .map((name) => `\`${name}\``)
                  .join(", "),
              ),
            ),
          )}
        </dl>
      </section>
    </div>
  </details>`;
}

function renderAnswer(
  status: string,
  { description, content = {} }: ResponseObject,
  schemas: Schemas,
): Html {
  const [body] = Object.entries(content);
  return html`<section>
    <h3>Answer ${status} ${body === undefined ? description : html`<code>${body[0]}</code>`}</h3>
    ${body === undefined ? NOTHING : renderBody(body[1].schema, schemas)}
  </section>`;
}

function renderParameter({ name, in: place, required, description, schema }: Parameter): Html {
  return renderField(
    name,
    html`${renderSchema(schema)}
    ${description === undefined ? NOTHING : html`<p>${code(description)}</p>`}`,
    { place, required },
  );
}

function renderField(
  name: string,
  value: unknown,
  { place, required = false }: { place?: string; required?: boolean } = {},
): Html {
  return html`<div>
    <dt>
      <code>${name}</code>
      ${place === undefined ? NOTHING : html`<span class="soft">${place}</span>`}
      ${required ? html`<span class="required">required</span>` : NOTHING}
    </dt>
    <dd>${value}</dd>
  </div>`;
}

/** Shows the fields of a named schema, so that they need not be looked up. */
function renderBody(schema: JsonSchema, schemas: Schemas): Html {
  const named = schemas[nameOf(schema.$ref ?? "")];
  return html`<p>${renderType(schema)}</p>
    ${named === undefined ? NOTHING : renderFields(named)}`;
}

function renderSchema(schema: JsonSchema): Html {
  return html`${renderType(schema)} ${renderFields(schema)}`;
}

function renderFields(schema: JsonSchema): Html {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return html``;
  const required = new Set(isSchema(schema.items) ? schema.items.required : schema.required);
  return html`<dl class="fields">
    ${fields.map(([name, field]) =>
      renderField(name, renderSchema(field), { required: required.has(name) }),
    )}
  </dl>`;
}

function fieldsOf({ properties = {}, items }: JsonSchema): [string, JsonSchema][] {
  if (isSchema(items)) return fieldsOf(items);
  return Object.entries(properties).flatMap(([name, field]) =>
    isSchema(field) ? [[name, field]] : [],
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function renderType(schema: JsonSchema): Html {
  const { $ref, anyOf, oneOf, enum: values, const: only, type, items } = schema;
  if ($ref !== undefined) {
    const name = nameOf($ref);
    return html`<a href="#${name}">${name}</a>`;
  }
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) {
    // Several objects are shown one below the other, each with its fields.
    const isPlain = choices.every((choice) => isSchema(choice) && fieldsOf(choice).length === 0);
    const rendered = choices.filter(isSchema).map(isPlain ? renderType : renderSchema);
    return isPlain
      ? html`${rendered.flatMap((choice, index) => (index === 0 ? choice : [" or ", choice]))}`
      : html`one of
          <dl class="fields">
            ${rendered.map((choice, index) => renderField(String(index + 1), choice))}
          </dl>`;
  }
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (values !== undefined) {
    return html`${code(values.map((value) => `\`${JSON.stringify(value)}\``).join(" or "))}`;
  }
  if (isSchema(items)) return html`list of ${renderType(items)}${limits(schema)}`;
  if (isSchema(schema.additionalProperties) && schema.properties === undefined) {
    return html`map of ${renderType(schema.additionalProperties)}`;
  }
  const word = schema.format ?? type ?? "anything";
  return html`${String(word)}${limits(schema)}`;
}

/** Leaves out the limits of JavaScript's own integers. */
function limits(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    const from = low === undefined || low <= 0 || !Number.isSafeInteger(low - 1) ? null : low;
    const to = high === undefined || !Number.isSafeInteger(high + 1) ? null : high;
    if (from === null && to === null) return "";
    if (to === null) return `, at least ${from}${unit}`;
    if (from === to) return `, exactly ${to}${unit}`;
    return from === null ? `, at most ${to}${unit}` : `, ${from} to ${to}${unit}`;
  };
  return [
    range(minLength, maxLength, " characters"),
    range(minimum, maximum, ""),
    range(minItems, maxItems, ""),
  ].join("");
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

function describe(scheme: object): string {
  return "description" in scheme ? String(scheme.description) : "";
}

/** Text between backticks is code. */
function code(text: string): Html[] {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

function idOf(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}

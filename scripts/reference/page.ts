/** The page of the reference: the selling guide, and below it the operations. */
import { Marked, type RendererObject, type Tokens } from "marked";

interface Heading {
  readonly id: string;
  readonly text: string;
}

/** @param markdown the guides, as docs/selling.md and docs/octo.md. */
export function referencePage(markdown: string): string {
  const headings: Heading[] = [];
  const guide = new Marked({ renderer: rendererOf(headings) }).parse(markdown, {
    async: false,
  });
  const contents = headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`);
  return page.replace("<!--contents-->", contents.join("\n")).replace("<!--guide-->", guide);
}

function rendererOf(headings: Heading[]): RendererObject {
  return {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const id = `guide-${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
      const inner = this.parser.parseInline(tokens);
      if (depth === 2) headings.push({ id, text: inner });
      return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
    },
    // The name of a request is for the test that runs the guide.
    code({ text }: Tokens.Code) {
      return `<pre tabindex="0"><code>${escaped(text.replace(/^# @name .*\n/, ""))}</code></pre>\n`;
    },
    // A file of the repository has no address on the page.
    link({ href, tokens }: Tokens.Link) {
      const inner = this.parser.parseInline(tokens);
      if (!/^https?:/.test(href)) return inner;
      return `<a href="${escaped(href)}">${inner}</a>`;
    },
    html({ text }: Tokens.HTML | Tokens.Tag) {
      return escaped(text);
    },
    table({ header, rows }: Tokens.Table) {
      const cell =
        (tag: string) =>
        ({ tokens }: Tokens.TableCell): string =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
      const row = (cells: Tokens.TableCell[], tag: string): string =>
        `<tr>${cells.map(cell(tag)).join("")}</tr>`;
      const body = rows.map((cells) => row(cells, "td")).join("\n");
      return `<div class="wide" tabindex="0"><table><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
    },
  };
}

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}

const page = `<!doctype html>
<!-- Made by \`npm run openapi\` of docs/selling.md and docs/octo.md. Do not edit. -->
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Slipway API reference</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png" />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="stylesheet" href="docs/page.css" />
  </head>
  <body>
    <header>
      <strong>Slipway</strong>
      <nav aria-label="Page"><a href="#guide">Guide</a> <a href="#guide-selling-over-octo">Resellers</a> <a href="#reference">Operations</a></nav>
    </header>
    <main>
      <article id="guide">
        <details class="contents" open>
          <summary>Contents</summary>
          <ul>
<!--contents-->
          </ul>
        </details>
<!--guide-->
      </article>
      <section id="reference" aria-label="Operations"></section>
      <noscript>The operations need JavaScript; api/v1/openapi.json holds all they say.</noscript>
    </main>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script type="module" src="docs/begin.js"></script>
  </body>
</html>
`;

// Swagger UI and its records have no types in a browser's script.

// oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-assignment, typescript/no-unsafe-argument, typescript/no-unsafe-return

// A file of its own, because the page's policy runs no script that stands in the page.

/** Samples by the ids of operations; empty until they are there. */
let samples = {};

const languages = [
  ["curl", "curl"],
  ["typescript", "TypeScript"],
  ["python", "Python"],
];

/** Every word of the search stands in the operation's id, path, tag or summary. */
const matches = (tag, words) => (operation) => {
  const { summary = "", operationId = "" } = operation.get("operation").toJS();
  const text = `${tag} ${operation.get("path")} ${operationId} ${summary}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The samples of a request, in the language that the reader chooses. */
function samplesOf({ createElement: make, useState }) {
  return function Samples({ id }) {
    const [language, choose] = useState("curl");
    const texts = samples[id];
    if (!texts) return null;
    const buttons = languages.map(([key, title]) =>
      make(
        "button",
        { key, type: "button", "aria-pressed": key === language, onClick: () => choose(key) },
        title,
      ),
    );
    return make(
      "details",
      { className: "samples", open: true },
      make("summary", null, "Samples"),
      make("nav", { "aria-label": "Language" }, buttons),
      make("pre", { tabIndex: 0 }, make("code", null, texts[language])),
    );
  };
}

/**
 * A description as elements: paragraphs, lists and code, which is all that ours have. Swagger UI's own way goes through
 * innerHTML, which the page's policy refuses.
 */
const descriptions =
  ({ createElement: make }) =>
  ({ source }) => {
    const inline = (line) =>
      line.split("`").map((part, key) => (key % 2 === 1 ? make("code", { key }, part) : part));
    const block = (lines, key) => {
      const [items, prose] = [true, false].map((isItem) =>
        lines.split("\n").filter((line) => line.startsWith("- ") === isItem),
      );
      return make(
        "div",
        { key },
        prose.length > 0 && make("p", null, inline(prose.join("\n"))),
        items.length > 0 &&
          make(
            "ul",
            null,
            items.map((line, at) => make("li", { key: at }, inline(line.slice(2)))),
          ),
      );
    };
    return make("div", { className: "markdown" }, (source ?? "").split(/\n\n+/).map(block));
  };

/** Samples above the answers, and errors folded away below them. */
function samplesAndErrors(React, described) {
  const { createElement: make, Fragment } = React;
  const Samples = samplesOf(React);
  return (Responses) => (properties) => {
    const { responses, path, method } = properties;
    const isError = (_, status) => /^([45]|default)/.test(status);
    const codes = [...responses.filter(isError).keys()].join(", ").replace("default", "any other");
    const id = described("paths", path, method, "operationId");
    return make(
      Fragment,
      null,
      make(Samples, { id }),
      make(Responses, { ...properties, responses: responses.filterNot(isError) }),
      codes === ""
        ? null
        : make(
            "details",
            { className: "errors" },
            make("summary", null, `Errors: ${codes}`),
            make(Responses, {
              ...properties,
              responses: responses.filter(isError),
              // The answer to a try stands above, with the successes.
              tryItOutResponse: undefined,
            }),
          ),
    );
  };
}

/** The heading of a group above the first of its tags. */
function groupHeadings({ createElement: make, Fragment }, described) {
  return (OperationTag) => (properties) => {
    const group = described("x-tagGroups")?.find(
      (one) => one.get("tags").first() === properties.tag,
    );
    return make(
      Fragment,
      null,
      group === undefined ? null : make("h2", { className: "group" }, group.get("name")),
      make(OperationTag, properties),
    );
  };
}

/** Features that Swagger UI lacks: groups of tags, samples of a request, errors folded away, a search for operations. */
function readersView({ React, getSystem }) {
  const described = (...path) => getSystem().specSelectors.specJson().getIn(path);

  return {
    components: { Markdown: descriptions(React) },
    wrapComponents: {
      responses: samplesAndErrors(React, described),
      OperationTag: groupHeadings(React, described),
    },
    fn: {
      opsFilter: (tagged, phrase) => {
        const words = phrase.toLowerCase().split(/\s+/);
        return tagged
          .map((one, tag) => one.update("operations", (all) => all.filter(matches(tag, words))))
          .filter((one) => one.get("operations").size > 0);
      },
    },
  };
}

// The page shows the operations without samples where these cannot be had.
samples = await fetch("docs/samples.json").then(
  (answer) => (answer.ok ? answer.json() : {}),
  () => ({}),
);

SwaggerUIBundle({
  url: "api/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  showExtensions: false,
  tryItOutEnabled: true,
  plugins: [readersView],
  // Else the page would send the description to a validator on the internet.
  validatorUrl: null,
  // A key lives no longer than the page.
  persistAuthorization: false,
});

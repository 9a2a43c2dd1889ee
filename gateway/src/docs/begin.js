// A file of its own, because the page's policy runs no script that stands in the page.
// oxlint-disable-next-line typescript/no-unsafe-call -- the script before this one defines it.
SwaggerUIBundle({
  url: "api/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  showExtensions: false,
  tryItOutEnabled: true,
  // Else the page would send the description to a validator on the internet.
  validatorUrl: null,
  // A key lives no longer than the page.
  persistAuthorization: false,
});

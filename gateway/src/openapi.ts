/** The description of the HTTP interface, made of its rows. */
export function openApiDocument(): unknown {
  return {};
}

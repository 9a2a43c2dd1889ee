/** The service of an action by the name that operators know: `resources-capacity` of `resourcesCapacity.getResource`. */
export function serviceOf(action: string): string {
  const [service = ""] = action.split(".", 1);
  return service.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The files of the console that the page has loaded. The browser's own list ends at 250 entries, with calls of the API among them. */
const files = new Set<string>();

const note = (entries: PerformanceEntryList): void => {
  for (const { name } of entries)
    if (/\/console\/[\w-]+\.(js|css|woff2)$/.test(name)) files.add(name);
};
const observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ type: "resource", buffered: true });

export function loadedFiles(): ReadonlySet<string> {
  note(observer.takeRecords());
  return files;
}

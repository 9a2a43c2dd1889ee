/** Builds the console into the folder that the first argument names. A process of its own: Vite sets its environment. */
import { fileURLToPath } from "node:url";
import { build } from "vite";

const [page, worker] = ["index.html", "check-in-worker-main.ts"].map((name) =>
  fileURLToPath(new URL(`../app/${name}`, import.meta.url)),
);

await build({
  root: fileURLToPath(new URL("../app/", import.meta.url)),
  base: "/console/",
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: "error",
  resolve: { dedupe: ["react", "react-dom"] },
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  build: {
    outDir: process.argv[2] ?? "",
    emptyOutDir: true,
    // One folder: a name contains the hash of its content.
    assetsDir: "",
    // The policy lets a page load files, and nothing that stands in the script itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    // For older ones light-dark() would become variables that nothing sets: red words would be black.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: { index: page ?? "", "check-in-worker": worker ?? "" },
      // A service worker is found by its name; whatever else has a name by its content.
      output: {
        entryFileNames: ({ name }) =>
          name === "check-in-worker" ? "[name].js" : "[name]-[hash].js",
      },
      onLog(level, log, say) {
        // Mantine's files are marked for servers that draw pages.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") say(level, log);
      },
    },
  },
});

/**
 * The page's only rule for text that becomes markup or a script. Mantine and React write style sheets through innerHTML; text without
 * "<" can make no element, so nothing else passes.
 */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: object): unknown };
};

trustedTypes?.createPolicy("default", {
  createHTML(text: string): string {
    if (text.includes("<")) throw new TypeError("The console makes no markup of text.");
    return text;
  },
  // The one script that a page starts by its address.
  createScriptURL(url: string): string {
    if (url !== "/console/check-in-worker.js")
      throw new TypeError("The console starts no other script.");
    return url;
  },
});

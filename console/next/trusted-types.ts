/**
 * The page's only rule for text that becomes markup. Mantine and React write style sheets through innerHTML; text without
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
});

/** k6 has these; the types of k6 have not. */
declare const console: {
  log(text: string): void;
  warn(text: string): void;
};

/** A reason not to start that lies outside of the program: its message is the whole explanation. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}

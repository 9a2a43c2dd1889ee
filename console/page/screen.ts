/** The parts of a screen. */
import type { ComponentType } from "preact";
import type { Params } from "./route.ts";
import type { Texts } from "./texts/en.ts";

export interface Screen {
  /** Addresses below /console; names in braces become `params`. The first without any is the one of the menu. */
  readonly paths: readonly string[];
  /** All that it asks for. Who lacks one sees neither the screen nor its link. */
  readonly scopes?: readonly string[];
  /** Its name in the menu and in the window's title. */
  title(texts: Texts): string;
  /** Its heading is another one, such as the day that it shows. */
  readonly hasOwnHeading?: boolean;
  /** Screens of a group stand under one name in the menu, and have links to each other. */
  readonly group?: keyof Texts["app"]["groups"];
  /** Nobody has to be logged in: it stands alone on the page. */
  readonly isOpen?: boolean;
  /** Not in the menu: others lead there. */
  readonly isHidden?: boolean;
  readonly View: ComponentType<{ readonly params: Params }>;
}

/** The parts of a page. */
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

export interface Page {
  /** Below /console, as wouter takes it. The part before the first parameter is the link of the menu. */
  readonly path: string;
  readonly title: { readonly en: string; readonly it: string };
  /** Undefined: not in the menu. */
  readonly group?: "today" | "sales" | "sold" | "settings";
  readonly Icon?: LucideIcon;
  /** How much waits there, beside its link. */
  readonly Count?: ComponentType;
  /** All that it asks for. Who lacks one sees neither the page nor its link. */
  readonly scopes: readonly string[];
  /** Behind "g" it leads here. */
  readonly key?: string;
  /** It is of the whole tenant: it is shown where there is no supplier. */
  readonly isOfTenant?: boolean;
  /** Its file is loaded when the page is opened. */
  readonly View: ComponentType<PageGiven>;
}

export interface PageGiven {
  /** By the names in the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

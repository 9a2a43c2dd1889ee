/** A field of a form for a record. */

export interface RecordField<Draft> {
  readonly name: keyof Draft & string;
  readonly label: string;
  /** "area": a text of several lines. */
  readonly type?: "number" | "email" | "url" | "date" | "area";
  readonly hint?: string;
  /** The limit of a text. */
  readonly maxLength?: number;
  /** The limits of a number. */
  readonly min?: number;
  readonly max?: number;
  /** It is shown and cannot be changed. */
  readonly readOnly?: boolean;
  /** An empty field is null. */
  readonly isOptional?: boolean;
  readonly choices?: readonly { readonly id: string; readonly name: string }[];
}

/** A manual departure as reads of many need it. */
export interface ManualStart {
  readonly optionId: string;
  readonly start: number;
}

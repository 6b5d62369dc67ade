/** A completion of the last word of a command line. */
export type Candidate = {
  readonly value: string
  readonly text: string
  /** More can follow in the same word: a folder, `field=`, an item of a list. */
  readonly goesOn?: boolean
  /** Replaces the name if the name cannot be typed here, or if an id is being typed. */
  readonly id?: string
  /** Replaces the name if a URN is being typed. */
  readonly urn?: string
}

/** Values of an option or an argument: one of these, a comma-separated list of them, or a file whose name comes after a text. */
export type Values =
  | { readonly candidates: readonly Candidate[]; readonly isList?: boolean }
  | { readonly filesAfter: string }

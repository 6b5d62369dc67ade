/** How one environment variable is read. An empty variable counts as absent. */
export type Variable<Value> = {
  /** The value; undefined: the text is not allowed. */
  readonly parse: (text: string) => Value | undefined
  readonly fallback: Value
  /** Completes the sentence "NAME has to be …". */
  readonly allowed: string
  /** The value is never printed. */
  readonly secret?: true
}

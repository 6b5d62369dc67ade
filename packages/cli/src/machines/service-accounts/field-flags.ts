import { lineFields, type KeySlot, type LineName } from '@portico/core'

/** What the flags of `create` and `update` say about fields, by name. */
export type FieldFlags = { readonly [Name in LineName | KeySlot]?: string }

/** Lines of text that were given as flags. */
export function lineFlags(flags: FieldFlags): { readonly [Name in LineName]?: string } {
  return Object.fromEntries(lineFields.flatMap(({ name }) => (flags[name] === undefined ? [] : [[name, flags[name]]])))
}

/** Start of the word before the cursor: letters and digits, as in a shell; with `wide`, text between blanks. */
export function wordStart(value: string, cursor: number, isWide = false): number {
  const pattern = isWide ? /\S+\s*$/u : /[\p{L}\p{M}\p{N}]+[^\p{L}\p{M}\p{N}]*$/u
  return pattern.exec(value.slice(0, cursor))?.index ?? 0
}

/** End of the word at or after the cursor. */
export function wordEnd(value: string, cursor: number): number {
  return cursor + (/^[^\p{L}\p{M}\p{N}]*[\p{L}\p{M}\p{N}]*/u.exec(value.slice(cursor))?.[0].length ?? 0)
}

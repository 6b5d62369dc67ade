/** A flag with its value, for a POSIX shell. With `=`, so that a value that begins with a dash is not taken for a flag. */
export function shellFlag(name: string, value: string): string {
  return value.startsWith('-') ? `--${name}=${shellQuoted(value)}` : `--${name} ${shellQuoted(value)}`
}

/** One word of a POSIX shell: quoted where it has to be. */
export function shellQuoted(value: string): string {
  return /^[\w@%+:,./=-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
}

/** A flag with its value, for a POSIX shell. With `=`, so that a value that begins with a dash is not read as a flag. */
export function shellFlag(name: string, value: string): string {
  return value.startsWith('-') ? `--${name}=${shellQuoted(value)}` : `--${name} ${shellQuoted(value)}`
}

/** One word of a POSIX shell, quoted if necessary. */
export function shellQuoted(value: string): string {
  return /^[\w@%+:,./=-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
}

/** The flag of a field: `displayName` is `display-name`. */
export function flagOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

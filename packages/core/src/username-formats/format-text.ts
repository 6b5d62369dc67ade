/** The two kinds of formats (spec section 3): suffixes are email domains, prefixes Windows domains. */
export const formatKinds = ['suffixes', 'prefixes'] as const
export type FormatKind = (typeof formatKinds)[number]

/** As people know it: `@acme.example`, `ACME\`. */
export function formatText(kind: FormatKind, value: string): string {
  return kind === 'suffixes' ? `@${value}` : `${value.toUpperCase()}\\`
}

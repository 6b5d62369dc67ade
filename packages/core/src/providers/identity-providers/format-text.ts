/** The two kinds of formats (spec section 3): suffixes are email domains, prefixes Windows domains. */
export const formatKinds = ['suffixes', 'prefixes'] as const
/** With the domains of e-mail addresses that are not usernames, in the order of the form. */
export const domainKinds = [...formatKinds, 'emailDomains'] as const
export type FormatKind = (typeof domainKinds)[number]

/** As people know it: `@acme.example`, `ACME\`; domains of e-mail addresses like those of usernames. */
export function formatText(kind: FormatKind, value: string): string {
  return kind === 'prefixes' ? `${value.toUpperCase()}\\` : `@${value}`
}

import * as v from 'valibot'

import { asciiDomain, plainWindowsDomain } from '../../sign-in/sign-in/rules.ts'

/** Maximum number of formats of one provider; our own limit. */
export const formatsMax = 500

/** An email domain, `acme.example`, in its DNS form; a leading `@` is removed. Labels of letters, digits and hyphens. */
export const EmailDomain = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text.replace(/^@/, '').toLowerCase()),
  v.transform((text) => asciiDomain(text) ?? text),
  v.nonEmpty('REQUIRED'),
  v.maxLength(253, 'TOO_LONG'),
  v.check((text) => text === '' || asciiDomain(text) !== undefined, 'EMAIL_DOMAIN_SHAPE'),
)

/** A Windows domain, `ACME`; a trailing `\` is removed. */
export const WindowsDomain = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => plainWindowsDomain(text.replace(/\\$/, ''))),
  v.nonEmpty('REQUIRED'),
  v.maxLength(253, 'TOO_LONG'),
  v.check((text) => text === '' || /^[^\s\\/@"[\]:;|=,+*?<>\p{Cc}\p{Cf}\p{Cs}]+$/u.test(text), 'WINDOWS_DOMAIN_SHAPE'),
)

/**
 * The formats of one provider (spec section 3): `prefixes` are Windows domains, `suffixes` email domains. `emailDomains` lead no username
 * to it: e-mail addresses in them belong to its people too, as those in `suffixes` do.
 */
export const UsernameFormats = v.strictObject({
  prefixes: v.pipe(v.array(WindowsDomain), v.maxLength(formatsMax, 'TOO_MANY_FORMATS')),
  suffixes: v.pipe(v.array(EmailDomain), v.maxLength(formatsMax, 'TOO_MANY_FORMATS')),
  /** Absent: they stay as they are. */
  emailDomains: v.optional(v.pipe(v.array(EmailDomain), v.maxLength(formatsMax, 'TOO_MANY_FORMATS'))),
})
export type UsernameFormats = v.InferOutput<typeof UsernameFormats>
/** Whether these formats would leave no way to sign in with the primary provider, and so no one who could add another. */
export function closesPrimary(
  { primary }: { readonly primary: boolean },
  { prefixes, suffixes }: { readonly prefixes: readonly string[]; readonly suffixes: readonly string[] },
): boolean {
  return primary && prefixes.length + suffixes.length === 0
}

/** As they are stored. */
export type ProviderDomains = UsernameFormats & { emailDomains: string[] }

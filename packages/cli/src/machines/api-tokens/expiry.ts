import { fail } from '../../kit/errors/failure.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** What `--expires` says: `30d`, a day (`2027-01-31`: until its end in UTC), or a time of RFC 3339. */
export function expiryOf(text: string): { readonly expiresInDays: number } | { readonly expiresAt: string } {
  const [, days] = /^(\d{1,5})d$/i.exec(text) ?? []
  if (days !== undefined) return { expiresInDays: Number(days) }
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text
  if (/^\d{4}-\d{2}-\d{2}T/.test(at) && !Number.isNaN(Date.parse(at))) return { expiresAt: new Date(at).toISOString() }
  return fail('usage', phrase`${text} is not an expiry. Write days, such as 30d, or a day, such as 2027-01-31.`)
}

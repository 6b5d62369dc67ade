import * as v from 'valibot'

/** Bounds of ours, far above what real providers use. */
export const addressLengthMax = 2000
export const textLengthMax = 500

/** An address of the provider. Whether plain http and private networks are allowed is the server's setting. */
export const Address = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('REQUIRED'),
  v.maxLength(addressLengthMax, 'TOO_LONG'),
  v.check((text) => text === '' || isHttpAddress(text), 'ADDRESS_SHAPE'),
)

function isHttpAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.hash === '' && url.username === '' && url.password === ''
}

/** One line of text that somebody has to give. */
export const Line = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('REQUIRED'),
  v.maxLength(textLengthMax, 'TOO_LONG'),
  v.check((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text), 'TEXT_CHARACTERS'),
)

/** A calendar day, `2026-11-21`. */
export const Day = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)), 'DAY_SHAPE'),
)

/** A secret as it is sent; it never comes back. */
export const Secret = v.pipe(v.string(), v.nonEmpty('REQUIRED'), v.maxLength(4000, 'TOO_LONG'))

export const Name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('IDP_NAME_REQUIRED'),
  v.maxLength(128, 'IDP_NAME_TOO_LONG'),
  v.check((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text), 'TEXT_CHARACTERS'),
)

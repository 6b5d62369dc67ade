import * as v from 'valibot'

import { nameOf } from '../../kit/text/names.ts'
import { hasControls, isHttpAddress, lineOf } from '../../kit/text/rules.ts'
import { nameLengthMax } from '../../kit/limits.ts'

/** Our own limits, far above what real providers use. */
export const addressLengthMax = 2000
export const textLengthMax = 500

/** An address of the provider. A setting of the server decides whether plain http and private networks are allowed. */
export const Address = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('REQUIRED'),
  v.maxLength(addressLengthMax, 'TOO_LONG'),
  v.check((text) => text === '' || hasPlaceholder(text) || isHttpAddress(text), 'ADDRESS_SHAPE'),
  v.check((text) => !hasPlaceholder(text), 'ADDRESS_PLACEHOLDER'),
)

/** `https://login.example/{tenantid}/v2.0`, as documentation and multi-tenant metadata write it; a query may contain JSON. */
export function hasPlaceholder(address: string): boolean {
  return /[{}<>]|%7b|%7d|%3c|%3e/i.test(address.split('?', 1)[0] ?? '')
}

/** One required line of text. */
export const Line = lineOf(textLengthMax)

/** A calendar day, `2026-11-21`. */
export const Day = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => isDay(text), 'DAY_SHAPE'),
)

/** `2026-02-30` has the shape of a day but is not one: parsing it gives another day. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A secret as sent; no answer contains it. */
export const Secret = v.pipe(
  v.string(),
  v.nonEmpty('REQUIRED'),
  v.maxLength(4000, 'TOO_LONG'),
  v.check((text) => !hasControls(text), 'TEXT_CHARACTERS'),
)

export const Name = nameOf(nameLengthMax, { required: 'IDP_NAME_REQUIRED', tooLong: 'IDP_NAME_TOO_LONG' })

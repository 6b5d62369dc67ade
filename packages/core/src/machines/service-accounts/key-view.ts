import { rsaKeyBits } from '../../kit/keys/pem-bytes.ts'
import { fingerprintOf } from './changes.ts'
import type { KeySlot } from './fields.ts'
import type { ServiceAccountFormState } from './form.ts'

/** The certificate a key was taken from: its expiry (RFC 3339), and that key, which may have been edited since. */
export type KeyOrigins = Readonly<Partial<Record<KeySlot, { readonly key: string; readonly notAfter: string }>>>

/** One key of an account as people see it. */
export type KeyView = {
  readonly text: string
  readonly algorithm: string
  /** The slot has a value, saved or not. */
  readonly isSet: boolean
  /** As it is saved. */
  readonly isSaved: boolean
  /** In bits; undefined where the text is not an RSA key. */
  readonly bits: number | undefined
  /** Times of a saved key, RFC 3339; null where unknown. */
  readonly times: { readonly addedAt: string | null; readonly lastUsedAt: string | null } | undefined
  /** SHA-256 in hexadecimal; undefined where the text is not a key. */
  readonly fingerprint: string | undefined
  /** The certificate that the key was taken from, until the key is edited. `end` is RFC 3339. */
  readonly certificate: { readonly end: string; readonly isOver: boolean } | undefined
}

type Shown = { readonly form: ServiceAccountFormState; readonly origins: KeyOrigins; readonly nowMs: number }

export function keyViewOf(slot: KeySlot, { form, origins, nowMs }: Shown): KeyView {
  const text = form.values[slot]
  const origin = origins[slot]
  const isTaken = origin !== undefined && origin.key.trim() === text.trim()
  const isSaved = text.trim() !== '' && text.trim() === form.fetched.values[slot].trim()
  return {
    text,
    algorithm: form.values[`${slot}Algorithm`],
    isSet: text.trim() !== '',
    isSaved,
    bits: rsaKeyBits(text),
    times: isSaved ? form.fetched.keyTimes?.[slot] : undefined,
    fingerprint: fingerprintOf(form, slot, text),
    certificate: isTaken ? { end: origin.notAfter, isOver: Date.parse(origin.notAfter) < nowMs } : undefined,
  }
}

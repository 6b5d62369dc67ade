import * as v from 'valibot'

import { nameOf } from '../../kit/text/names.ts'

/** Longer names do not fit into the header. */
export const brandNameLengthMax = 60

const addressLengthMax = 2_000

/** A colour as forms, commands, files and settings have it: `#rrggbb`, in any case. */
export const BrandColor = v.pipe(v.string(), v.trim(), v.regex(/^#[0-9a-fA-F]{6}$/, 'BRAND_COLOR'))

/** For previews of what is typed. */
export const isBrandColor = (text: string): boolean => v.is(BrandColor, text)

export const BrandName = nameOf(brandNameLengthMax)

/** Target of the privacy link: an https address without a username. */
export const PrivacyAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(addressLengthMax, 'TOO_LONG'),
  v.check(isPrivacyAddress, 'BRAND_ADDRESS'),
)

function isPrivacyAddress(text: string): boolean {
  if (/[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && `${username}${password}` === ''
}

/** What an administrator sets in addition to the logo; null: the deployment's value. An accent needs a primary colour. */
export const BrandingInput = v.pipe(
  v.strictObject({
    name: v.nullable(BrandName),
    primaryColor: v.nullable(BrandColor),
    accentColor: v.nullable(BrandColor),
    privacyPolicyUrl: v.nullable(PrivacyAddress),
  }),
  v.forward(
    v.check(({ primaryColor, accentColor }) => accentColor === null || primaryColor !== null, 'BRAND_ACCENT_ALONE'),
    ['accentColor'],
  ),
)
export type BrandingInput = v.InferOutput<typeof BrandingInput>

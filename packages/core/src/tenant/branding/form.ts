import type { EditedField } from '../../kit/editing/fields-editor.ts'
import type { BrandingInput } from './rules.ts'

/** '' is null: as the deployment has it. */
export type BrandingValues = {
  readonly name: string
  readonly primaryColor: string
  readonly accentColor: string
  readonly privacyPolicyUrl: string
}

const colour = (text: string) => text.trim().toLowerCase()
const lineOf = (text: string) => (text === '' ? [] : [text])

/** In the order of the form. */
export const brandingFields = [
  { name: 'name', label: 'branding.name' },
  {
    name: 'primaryColor',
    label: 'branding.primaryColor',
    lines: ({ primaryColor }) => lineOf(colour(primaryColor)),
  },
  {
    name: 'accentColor',
    label: 'branding.accentColor',
    lines: ({ accentColor }) => lineOf(colour(accentColor)),
  },
  { name: 'privacyPolicyUrl', label: 'branding.privacyPolicyUrl', flag: 'privacy-url' },
] as const satisfies readonly EditedField<BrandingValues>[]

export type BrandingField = (typeof brandingFields)[number]['name']

/** What would be sent. */
export function brandingInputOf({ name, primaryColor, accentColor, privacyPolicyUrl }: BrandingValues): BrandingInput {
  return {
    name: name.trim() || null,
    primaryColor: colour(primaryColor) || null,
    accentColor: colour(accentColor) || null,
    privacyPolicyUrl: privacyPolicyUrl.trim() || null,
  }
}

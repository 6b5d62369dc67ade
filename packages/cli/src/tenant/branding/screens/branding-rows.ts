import {
  brandingFields,
  brandNameLengthMax,
  contrastNote,
  isBrandColor,
  type BrandingEditor,
  type BrandingField,
  type BrandingValues,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { RowOf } from '../../../kit/terminal/form/fields-form-view.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'

/** The fields, below the primary colour what each scheme makes of it, and what other calls change. */
export function brandingRows(app: App, editor: BrandingEditor, rowOf: RowOf<BrandingValues>): readonly FormRow[] {
  const { words, origin } = app
  const {
    stored,
    form: { values },
  } = editor.getState()
  const { logo = null, signInPath = null } = stored ?? {}
  const help: Readonly<Record<BrandingField, string>> = {
    name: words.say('branding.nameHint', { max: brandNameLengthMax }),
    primaryColor: words.say('branding.primaryHint'),
    accentColor: words.say('branding.accentHint'),
    privacyPolicyUrl: words.say('branding.privacyHint'),
  }
  return [
    { kind: 'note', id: 'lead', text: words.say('branding.lead') },
    ...brandingFields.flatMap((field): readonly FormRow[] => [
      rowOf(field, { help: help[field.name] }),
      ...(field.name === 'primaryColor' ? contrastNotes(app, values.primaryColor) : []),
    ]),
    {
      kind: 'field',
      id: 'logo',
      label: words.say('branding.logo'),
      shown: logo === null ? words.say('branding.logoNone') : `SHA-256 ${logo.hash}`,
      isDefault: logo === null,
    },
    { kind: 'note', id: 'logo note', text: words.say('branding.logoElsewhere') },
    {
      kind: 'field',
      id: 'signIn',
      label: words.say('branding.signIn'),
      shown: signInPath === null ? words.say('branding.signInNone') : origin + signInPath,
      isDefault: signInPath === null,
      help: words.say('branding.signInHint'),
    },
  ]
}

/** Notes about the typed value, once it is a colour. */
function contrastNotes({ words }: App, typed: string): readonly FormRow[] {
  const colour = typed.trim().toLowerCase()
  if (!isBrandColor(colour)) return []
  return (['light', 'dark'] as const).map((scheme): FormRow => {
    const { sentence, isChanged } = contrastNote(colour, scheme, words)
    return {
      kind: 'note',
      id: `contrast ${scheme}`,
      text: `  ${words.say(`branding.${scheme}`)}: ${sentence}`,
      ...(isChanged && { look: 'warn' }),
    }
  })
}

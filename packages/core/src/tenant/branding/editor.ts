import { createFieldsEditor, type FieldsEditor } from '../../kit/editing/fields-editor.ts'
import { createFileForm, type UploadForm } from '../../kit/editing/file-form.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { iconBytesMax } from '../../kit/limits.ts'
import { brandingFields, brandingInputOf, type BrandingValues } from './form.ts'
import { BrandingInput } from './rules.ts'
import {
  getTenantBranding,
  putTenantBranding,
  putTenantLogo,
  removeTenantLogo,
  resetTenantBranding,
  type TenantBranding,
} from './tenant-contract.ts'

export type BrandingEditor = FieldsEditor<BrandingValues, TenantBranding> & {
  /** A file whose image becomes the logo at once. */
  upload(): UploadForm
  /** False: the logo was not removed, or the branding could not be read again. */
  removeLogo(): Promise<boolean>
  /** Removes all of the branding. Resolves to a function that restores it, with `logo`; undefined if the removal failed. */
  reset(logo: Blob | undefined): Promise<(() => Promise<boolean>) | undefined>
}

/** Edits the name, colours and privacy link of the tenant. The logo changes at once, without a save. */
export function createBrandingEditor(parts: EditorParts, options: EditorOptions = {}): BrandingEditor {
  const { client, feedback, words } = parts
  const read = () => client.call(getTenantBranding)
  const editor = createFieldsEditor<BrandingValues, TenantBranding>(
    parts,
    {
      fields: brandingFields,
      empty: { name: '', primaryColor: '', accentColor: '', privacyPolicyUrl: '' },
      isPart: true,
      valuesOf: ({ name, primaryColor, accentColor, privacyPolicyUrl }) => ({
        name: name ?? '',
        primaryColor: primaryColor ?? '',
        accentColor: accentColor ?? '',
        privacyPolicyUrl: privacyPolicyUrl ?? '',
      }),
      idOf: () => id,
      violationsOf: (values) => violationsOf(BrandingInput, brandingInputOf(values)),
      commandOf: ({ options: changed }) => ['portico branding set', ...changed].join(' '),
      read,
      save: (values, { etag }) => client.call(putTenantBranding, { body: brandingInputOf(values), ifMatch: etag }),
      sentences: { created: 'branding.saved', updated: 'branding.saved' },
    },
    { ...options, id },
  )

  /** The logo has separate calls, which change the version of the object. */
  async function readAgain(): Promise<boolean> {
    const answer = await read()
    if (answer.ok) {
      editor.open(answer.value, answer.etag)
      return true
    }
    feedback.report(answer.problem)
    return false
  }

  return {
    ...editor,
    upload: () =>
      createFileForm(parts, {
        async read(file) {
          if (file.size > iconBytesMax) return { ok: false, errorID: 'LOGO_TOO_LARGE' }
          return client.call(putTenantLogo, { body: { file } })
        },
        taken() {
          feedback.openSuccess(words().say('branding.logoSaved'))
          void readAgain()
        },
      }),
    async removeLogo() {
      const answer = await client.call(removeTenantLogo)
      if (!answer.ok) {
        feedback.report(answer.problem)
        return false
      }
      feedback.openSuccess(words().say('branding.logoRemoved'))
      return readAgain()
    },
    async reset(logo) {
      const before = editor.getState().form.fetched
      const answer = await client.call(resetTenantBranding)
      if (!answer.ok) {
        feedback.report(answer.problem)
        return undefined
      }
      feedback.openSuccess(words().say('branding.resetDone'))
      await readAgain()
      return async () => {
        const saved = await client.call(putTenantBranding, { body: brandingInputOf(before) })
        const kept = saved.ok && logo !== undefined ? await client.call(putTenantLogo, { body: { file: logo } }) : saved
        if (!kept.ok) feedback.report(kept.problem)
        else feedback.openSuccess(words().say('branding.undone'))
        return (await readAgain()) && kept.ok
      }
    },
  }
}

const id = 'branding'

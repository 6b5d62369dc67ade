import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import { createFileForm, type UploadForm } from '../../kit/editing/file-form.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { iconBytesMax } from '../../kit/limits.ts'
import { shellFlag } from '../../kit/nouns/shell-text.ts'
import { brandingInputOf, brandingFields, changedBranding, createBrandingForm } from './form.ts'
import type { BrandingField, BrandingForm } from './form.ts'
import { BrandingInput } from './rules.ts'
import {
  getTenantBranding,
  putTenantBranding,
  putTenantLogo,
  removeTenantLogo,
  resetTenantBranding,
  type TenantBranding,
} from './tenant-contract.ts'

export type BrandingEditor = Editor<BrandingForm, TenantBranding> & {
  setField(name: BrandingField, value: string): void
  /** A file whose image becomes the logo at once. */
  upload(): UploadForm
  /** False: the logo was not removed, or the branding could not be read again. */
  removeLogo(): Promise<boolean>
  /** Removes all of the branding. Resolves to a function that restores it, with `logo`; undefined if the removal failed. */
  reset(logo: Blob | undefined): Promise<(() => Promise<boolean>) | undefined>
}

const flags: Readonly<Record<BrandingField, string>> = {
  name: 'name',
  primaryColor: 'primary-color',
  accentColor: 'accent-color',
  privacyPolicyUrl: 'privacy-url',
}

/** Edits the name, colours and privacy link of the tenant. The logo changes at once, without a save. */
export function createBrandingEditor(parts: EditorParts, options: EditorOptions = {}): BrandingEditor {
  const { client, feedback, words } = parts
  const form = createBrandingForm()
  const read = () => client.call(getTenantBranding)
  const editor = createEditor<BrandingForm, TenantBranding>(
    parts,
    {
      form,
      idOf: () => id,
      violationsOf: ({ values }) => violationsOf(BrandingInput, brandingInputOf(values)),
      isChanged: (state) => changedBranding(state).length > 0,
      changesOf: (state) =>
        changedBranding(state).map(({ name, before, after }) => ({
          field: name,
          label: words().say(`branding.${name}`),
          removed: before === '' ? [] : [before],
          added: after === '' ? [] : [after],
        })),
      commandOf: (state) =>
        [
          'portico branding set',
          ...changedBranding(state).map(({ name, after }) => shellFlag(flags[name], after)),
        ].join(' '),
      read,
      save: ({ values }, { etag }) => client.call(putTenantBranding, { body: brandingInputOf(values), ifMatch: etag }),
      sentences: { created: 'branding.saved', updated: 'branding.saved' },
      labelOf: (field) => {
        const name = brandingFields.find((one) => one === field)
        return name && words().say(`branding.${name}`)
      },
      typedOf: (state) => Object.fromEntries(changedBranding(state).map(({ name }) => [name, state.values[name]])),
      retype(content) {
        const typed = Object(content) as Readonly<Record<string, unknown>>
        const found = brandingFields.filter((name) => typeof typed[name] === 'string')
        for (const name of found) form.setField(name, String(typed[name]))
        return found.length === 0 ? undefined : 'form.kept'
      },
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
    setField(name, value) {
      if (form.getState().values[name] === value) return
      form.setField(name, value)
      editor.touch(name)
    },
    upload: () =>
      createFileForm(parts, {
        async read(file) {
          if (file === undefined) return { ok: false, errorID: 'FILE_REQUIRED' }
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
      const before = form.getState().fetched
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

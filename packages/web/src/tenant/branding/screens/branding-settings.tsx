import {
  adminMessages,
  brandingMessages,
  brandNameLengthMax,
  createBrandingEditor,
  isBrandColor,
  type BrandingEditor,
  type BrandingField,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useEffect, useState } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LearnedWords } from '../../../kit/navigation/learned-words.tsx'
import { Opening } from '../../../kit/navigation/opening.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { EditorForm, EditorFrame } from '../../../kit/editing/editor-frame.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { BrandPreview } from '../brand-preview.tsx'
import { Changeable, Lockable } from '../../../kit/editing/changeable.tsx'
import { LogoSection } from '../logo-section.tsx'
import { ResetSection } from '../reset-section.tsx'
import styles from '../branding.module.css'
import { showBrand } from '../show-brand.ts'
import { SignInAddress } from '../sign-in-address.tsx'

const catalogues = { admin: adminMessages, 'of-branding': brandingMessages }

/** Name, logo, colours and privacy link of the tenant. */
export default function BrandingSettings() {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      <Settings />
    </LearnedWords>
  )
}

function Settings() {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createBrandingEditor(core, { retry: saveForm }))
  const title = words.say('branding.title')
  usePageTitle(title)
  useRefusalScreen()
  return (
    <PageFrame title={title} lead={words.say('branding.lead')}>
      <EditorFrame editor={editor}>
        <Lockable>
          <OpenSettings editor={editor} />
        </Lockable>
      </EditorFrame>
    </PageFrame>
  )
}

function OpenSettings({ editor }: { editor: BrandingEditor }) {
  const core = useCore()
  const words = useWords()
  const { form, stored } = useEditor(editor)
  // This page shows what was saved at once; other open pages when they are loaded again.
  useEffect(() => {
    let last = editor.getState().stored
    return editor.subscribe(({ stored: now }) => {
      if (now === last) return
      last = now
      void core.branding.fetch().then(() => showBrand(document, core.branding.getState().branding, now))
    })
  }, [core, editor])
  return (
    <div className={formPage['parts']}>
      <div className={formPage['columns']}>
        <div>
          <EditorForm editor={editor} label={words.say('branding.title')} listPath="/portal/admin/branding">
            <Field editor={editor} name="name" hint={words.say('branding.nameHint', { max: brandNameLengthMax })} />
            <Field editor={editor} name="primaryColor" hint={words.say('branding.primaryHint')} />
            <Field editor={editor} name="accentColor" hint={words.say('branding.accentHint')} />
            <BrandPreview values={form.values} logo={stored?.logo?.path} />
            <Field editor={editor} name="privacyPolicyUrl" hint={words.say('branding.privacyHint')} />
          </EditorForm>
        </div>
        <ChangesAside editor={editor} />
      </div>
      <Changeable>
        <LogoSection editor={editor} logo={stored?.logo ?? null} />
      </Changeable>
      <SignInAddress path={stored?.signInPath ?? null} />
      <Changeable>
        <ResetSection editor={editor} />
      </Changeable>
    </div>
  )
}

/** What the swatch shows while a colour is empty: `--accent` and `--lamp` of `tokens.css`. */
const shownColours = { primaryColor: '#0a6355', accentColor: '#e9b872' }

type FieldProperties = { readonly editor: BrandingEditor; readonly name: BrandingField; readonly hint: string }

function Field({ editor, name, hint }: FieldProperties) {
  const words = useWords()
  const value = useEditor(editor).form.values[name]
  const label = words.say(`branding.${name}`)
  const set = (text: string) => editor.set({ [name]: text })
  const visit = () => editor.visit(name)
  const typed = value.trim().toLowerCase()
  const isColour = name === 'primaryColor' || name === 'accentColor'
  const field = (
    <TextField
      label={label}
      hint={hint}
      dir={name === 'name' ? 'auto' : 'ltr'}
      {...(isColour ? { placeholder: '#rrggbb', maxLength: 7 } : {})}
      value={value}
      error={useProblem(editor, name)}
      onChange={set}
      onBlur={visit}
    />
  )
  if (!isColour) return field
  return (
    <div className={styles['colour']}>
      {field}
      <input
        type="color"
        className={styles['swatch']}
        aria-label={words.say('branding.pick', { colour: label })}
        value={isBrandColor(typed) ? typed : shownColours[name]}
        onChange={(event) => set(event.target.value)}
        onBlur={visit}
      />
    </div>
  )
}

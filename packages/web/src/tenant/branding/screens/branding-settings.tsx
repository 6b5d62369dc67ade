import {
  adminMessages,
  brandingMessages,
  brandNameLengthMax,
  createBrandingEditor,
  type BrandingEditor,
  type BrandingField,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useEffect, useState, type FormEvent } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../../kit/navigation/learned-words.tsx'
import { LeaveEditorDialog } from '../../../kit/editing/leave-editor-dialog.tsx'
import { Opening } from '../../../kit/navigation/opening.tsx'
import { useGuard } from '../../../kit/navigation/use-guard.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { useKeepTyped } from '../../../kit/editing/use-keep-typed.ts'
import { SupportLock } from '../../support-access/support-lock.tsx'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { ConflictDialog } from '../../../kit/editing/conflict-dialog.tsx'
import { EditorActions } from '../../../kit/editing/editor-actions.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { BrandPreview } from '../brand-preview.tsx'
import { LogoSection } from '../logo-section.tsx'
import { ResetSection } from '../reset-section.tsx'
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
  const { status } = useEditor(editor)
  const title = words.say('branding.title')
  usePageTitle(title)
  useRefusalScreen()
  useEffect(() => void editor.load(), [editor])
  return (
    <PageFrame title={title} lead={words.say('branding.lead')}>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => editor.load()} />}
      {status === 'ready' && <OpenSettings editor={editor} />}
    </PageFrame>
  )
}

function OpenSettings({ editor }: { editor: BrandingEditor }) {
  const core = useCore()
  const words = useWords()
  const { form, stored, note } = useEditor(editor)
  useGuard(editor.guard)
  useKeepTyped(editor)
  // This page shows what was saved at once; other open pages when they are loaded again.
  useEffect(() => {
    let last = editor.getState().stored
    return editor.subscribe(({ stored: now }) => {
      if (now === last) return
      last = now
      void core.branding.fetch().then(() => showBrand(document, core.branding.getState().branding, now))
    })
  }, [core, editor])
  const save = () => void editor.save()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <>
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      <div className={formPage['columns']}>
        <div className={formPage['parts']}>
          <SupportLock use="change">
            <form data-save-form="" noValidate onSubmit={submit} aria-label={words.say('branding.title')}>
              <div className={formPage['fields']}>
                <Field editor={editor} name="name" hint={words.say('branding.nameHint', { max: brandNameLengthMax })} />
                <Field editor={editor} name="primaryColor" hint={words.say('branding.primaryHint')} />
                <Field editor={editor} name="accentColor" hint={words.say('branding.accentHint')} />
                <BrandPreview values={form.values} logo={stored?.logo?.path} />
                <Field editor={editor} name="privacyPolicyUrl" hint={words.say('branding.privacyHint')} />
              </div>
              <EditorActions editor={editor} />
            </form>
            <LogoSection editor={editor} logo={stored?.logo ?? null} />
            <SignInAddress path={stored?.signInPath ?? null} />
            <ResetSection editor={editor} />
          </SupportLock>
        </div>
        <ChangesAside editor={editor} />
      </div>
      <ConflictDialog editor={editor} listPath="/portal/admin/branding" onSave={save} />
      <LeaveEditorDialog editor={editor} />
    </>
  )
}

type FieldProperties = { readonly editor: BrandingEditor; readonly name: BrandingField; readonly hint: string }

function Field({ editor, name, hint }: FieldProperties) {
  const words = useWords()
  const isColour = name === 'primaryColor' || name === 'accentColor'
  return (
    <TextField
      label={words.say(`branding.${name}`)}
      hint={hint}
      dir={name === 'name' ? 'auto' : 'ltr'}
      {...(isColour ? { placeholder: '#rrggbb', maxLength: 7 } : {})}
      value={useEditor(editor).form.values[name]}
      error={useProblem(editor, name)}
      onChange={(value) => editor.set({ [name]: value })}
      onBlur={() => editor.visit(name)}
    />
  )
}

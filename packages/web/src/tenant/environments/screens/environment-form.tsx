import {
  createEnvironmentEditor,
  environmentNameLengthMax,
  type AdminEnvironment,
  type EnvironmentEditor,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useEffect, useState, type FormEvent } from 'react'

import { ObjectHistory } from '../../audit/object-history.tsx'
import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { LeaveEditorDialog } from '../../../kit/editing/leave-editor-dialog.tsx'
import { useGuard } from '../../../kit/navigation/use-guard.ts'
import { useKeepTyped } from '../../../kit/editing/use-keep-typed.ts'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { ConflictDialog } from '../../../kit/editing/conflict-dialog.tsx'
import { EditorActions } from '../../../kit/editing/editor-actions.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { environmentPath } from '../../../kit/navigation/paths.ts'
import { EnvironmentFacts } from '../environment-facts.tsx'

/** Tab General of an environment: its name, and what does not change. */
export default function EnvironmentForm({ environment }: { readonly environment: AdminEnvironment }) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createEnvironmentEditor(core, { id: environment.id, retry: saveForm }))
  const { status } = useEditor(editor)
  useEffect(() => void editor.load(), [editor])
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => editor.load()} />
  if (status === 'not-found') return <EmptyState message={words.say('environments.unknown')} />
  return <Open editor={editor} environment={environment} />
}

type Properties = { readonly editor: EnvironmentEditor; readonly environment: AdminEnvironment }

function Open({ editor, environment }: Properties) {
  const words = useWords()
  const { form, stored, note } = useEditor(editor)
  const isReadonly = stored?.readonly ?? false
  useGuard(editor.guard)
  useKeepTyped(editor)
  const save = () => void editor.save()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <>
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      <div className={formPage['columns']}>
        <form
          className={formPage['fields']}
          data-save-form=""
          noValidate
          onSubmit={submit}
          aria-label={words.say('environments.general-settings')}
        >
          <TextField
            label={words.say('environments.fact.name')}
            hint={words.say('environments.nameHint', { environmentNameLengthMax })}
            value={form.values.name}
            required
            readOnly={isReadonly}
            error={useProblem(editor, 'name')}
            onChange={(name) => editor.set({ name })}
            onBlur={() => editor.visit('name')}
          />
          <EnvironmentFacts environment={environment} />
          <EditorActions editor={editor} />
        </form>
        <ChangesAside editor={editor} />
      </div>
      <ObjectHistory of={{ kind: 'environment', id: environment.id }} onReverted={() => void editor.load()} />
      <ConflictDialog editor={editor} listPath={environmentPath(environment.id, 'general-settings')} onSave={save} />
      <LeaveEditorDialog editor={editor} />
    </>
  )
}

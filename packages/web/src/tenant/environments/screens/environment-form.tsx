import { createEnvironmentEditor, environmentNameLengthMax, type AdminEnvironment } from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useState } from 'react'

import { ObjectHistory } from '../../audit/object-history.tsx'
import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { EditorForm, EditorFrame } from '../../../kit/editing/editor-frame.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { environmentPath } from '../../../kit/navigation/paths.ts'
import { EnvironmentFacts } from '../environment-facts.tsx'

/** Tab General of an environment: its name, and what does not change. */
export default function EnvironmentForm({ environment }: { readonly environment: AdminEnvironment }) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createEnvironmentEditor(core, { id: environment.id, retry: saveForm }))
  const { form, stored } = useEditor(editor)
  return (
    <EditorFrame editor={editor} notFound={<EmptyState message={words.say('environments.unknown')} />}>
      <div className={formPage['columns']}>
        <EditorForm
          editor={editor}
          label={words.say('environments.general-settings')}
          listPath={environmentPath(environment.id, 'general-settings')}
        >
          <TextField
            label={words.say('environments.fact.name')}
            hint={words.say('environments.nameHint', { environmentNameLengthMax })}
            value={form.values.name}
            required
            readOnly={stored?.readonly ?? false}
            error={useProblem(editor, 'name')}
            onChange={(name) => editor.set({ name })}
            onBlur={() => editor.visit('name')}
          />
          <EnvironmentFacts environment={environment} />
        </EditorForm>
        <ChangesAside editor={editor} />
      </div>
      <ObjectHistory of={{ kind: 'environment', id: environment.id }} onReverted={() => void editor.load()} />
    </EditorFrame>
  )
}

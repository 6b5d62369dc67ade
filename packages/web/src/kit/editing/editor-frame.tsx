import type { Editor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'

import { useNavigator, useWords } from '../context/portal-context.tsx'
import { useAskedDeletion } from '../navigation/use-asked-action.ts'
import { useGuard } from '../navigation/use-guard.ts'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import formPage from '../ui/form-page.module.css'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Loading } from '../ui/loading.tsx'
import { Changeable, useIsLocked } from './changeable.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorActions } from './editor-actions.tsx'
import { LeaveEditorDialog } from './leave-editor-dialog.tsx'
import { useKeepTyped } from './use-keep-typed.ts'

type FrameProperties<Form, Stored> = {
  readonly editor: Editor<Form, Stored>
  /** Absent where a missing object is a failure to load like any other. */
  readonly notFound?: ReactNode
  /** Drawn once the object is read: `EditorForm`, beside `ChangesAside`. */
  readonly children: ReactNode
}

/** Reads the object when its screen opens. Draws its parts once they are read, below the note about the typed values. */
export function EditorFrame<Form, Stored>({ editor, notFound, children }: FrameProperties<Form, Stored>) {
  const words = useWords()
  const { status, note } = useEditor(editor)
  useEffect(() => {
    // An editor can also be opened with an object that was read elsewhere.
    if (editor.getState().status === 'loading') void editor.load()
  }, [editor])
  if (status === 'loading') return <Loading shape="form" />
  if (status === 'not-found' && notFound !== undefined) return notFound
  if (status !== 'ready') return <LoadFailed onRetry={() => editor.load()} />
  return (
    <>
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      {children}
    </>
  )
}

type FormProperties<Form, Stored> = {
  readonly editor: Editor<Form, Stored>
  /** The name of the form, or the id of the heading that has it. */
  readonly label?: string
  readonly labelledBy?: string
  /** Where to go once it is created or deleted. */
  readonly listPath: string
  /** After a save, instead of leaving a created object for the list. */
  readonly onSaved?: () => void
  /** Absent if deleting is not possible. `name`: the stored name, which the person types. */
  readonly deletion?: { readonly title: string; readonly message: string; readonly name: string } | undefined
  /** Beside Save. */
  readonly buttons?: ReactNode
  /** The fields; absent where they are beside the form. */
  readonly children?: ReactNode
}

/** The form of an editor with its buttons, and every question about it: a conflict, leaving it, deleting the object. */
export function EditorForm<Form, Stored>(properties: FormProperties<Form, Stored>) {
  const { editor, label, labelledBy, listPath, onSaved, deletion, buttons, children } = properties
  const navigator = useNavigator()
  const [isDeleting, setDeleting] = useState(false)
  const isLocked = useIsLocked()
  useAskedDeletion(() => setDeleting(deletion !== undefined && !isLocked && editor.saveRefusal()?.why !== 'readonly'))
  const toList = () => navigator.go(listPath)
  // Creating returns to the list; an edit stays on the form (spec section 4).
  const save = async () => {
    const outcome = await editor.save()
    if (!outcome.ok) return
    if (onSaved !== undefined) onSaved()
    else if (outcome.created) toList()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <Changeable>
      <form noValidate onSubmit={submit} aria-label={label} aria-labelledby={labelledBy} data-save-form="">
        <div className={formPage['fields']}>{children}</div>
        <EditorActions editor={editor} onDelete={deletion && (() => setDeleting(true))}>
          {buttons}
        </EditorActions>
      </form>
      <EditorQuestions editor={editor} listPath={listPath} onSave={() => void save()} />
      {isDeleting && deletion !== undefined && (
        <DeleteDialog model={editor} {...deletion} onDeleted={toList} onClose={() => setDeleting(false)} />
      )}
    </Changeable>
  )
}

type QuestionsProperties<Form, Stored> = Pick<FormProperties<Form, Stored>, 'editor' | 'listPath'> & {
  /** Saves again. */
  readonly onSave: () => void
}

/** What is asked about a form while it is open: what to do with a conflict, and with what was typed before leaving. What is typed survives signing in again. */
export function EditorQuestions<Form, Stored>({ editor, listPath, onSave }: QuestionsProperties<Form, Stored>) {
  useGuard(editor.guard)
  useKeepTyped(editor)
  return (
    <>
      <ConflictDialog editor={editor} listPath={listPath} onSave={onSave} />
      <LeaveEditorDialog editor={editor} />
    </>
  )
}

import type { Editor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useRef, type FormEvent, type ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import formPage from '../ui/form-page.module.css'

type Properties<Form, Stored> = {
  readonly editor: Editor<Form, Stored>
  readonly label: string
  /** Go Back. */
  readonly back: ReactNode
  /** Nothing is missing. `isSaved`: something was saved. */
  readonly onNext: (isSaved: boolean) => void
  readonly children: ReactNode
}

/** The form of one step of a wizard. Its button saves and goes on; what is missing is reported at its field then, with the focus on the first. */
export function WizardForm<Form, Stored>({ editor, label, back, onNext, children }: Properties<Form, Stored>) {
  const words = useWords()
  const { busy } = useEditor(editor)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (editor.saveRefusal()?.why === 'unchanged') return onNext(false)
    const { ok } = await editor.save()
    if (ok) onNext(true)
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form ref={form} data-save-form="" noValidate aria-label={label} onSubmit={(event) => void submit(event)}>
      <div className={formPage['fields']}>
        {children}
        <div className={formPage['buttons']}>
          {back}
          <Button type="submit" look="primary" busy={busy === 'saving'}>
            {words.say('setup.saveNext')}
          </Button>
        </div>
      </div>
    </form>
  )
}

import { useState, type FormEvent } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { Button } from './button.tsx'
import styles from './confirm-name-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { TextField } from './text-field.tsx'

type Properties = {
  readonly title: string
  readonly message: string
  /** The text to type. */
  readonly name: string
  readonly confirmLabel: string
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Confirms an action that cannot be undone: the person types the object's name. */
export function ConfirmNameDialog({ title, message, name, confirmLabel, isBusy, onConfirm, onClose }: Properties) {
  const words = useWords()
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight && !isBusy) onConfirm()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      describedBy="confirm-name-question"
      actions={
        <>
          <Button onClick={onClose}>{words.say('form.cancel')}</Button>
          <Button type="submit" form="confirm-name" look="danger" disabled={!isRight} busy={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p id="confirm-name-question">{message}</p>
      <form id="confirm-name" className={styles['root']} onSubmit={submit}>
        <TextField
          label={words.say('form.confirmName', { name })}
          value={typed}
          data-initial-focus=""
          onChange={setTyped}
        />
      </form>
    </Dialog>
  )
}

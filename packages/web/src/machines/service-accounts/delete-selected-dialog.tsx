import {
  createBulkDeletion,
  type BulkDeletion,
  type BulkDeletionState,
  type ListedServiceAccount,
  type ServiceAccountList,
} from '@portico/core'
import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './delete-selected-dialog.module.css'

type Properties = {
  readonly list: ServiceAccountList
  readonly environmentId: string
  readonly accounts: readonly ListedServiceAccount[]
  readonly onClose: () => void
}

/** Asks for the number of accounts, deletes them, and names each one that was refused. */
export default function DeleteSelectedDialog({ list, environmentId, accounts, onClose }: Properties) {
  const core = useCore()
  const [deletion] = useState(() => createBulkDeletion(core, list, { environmentId, accounts }))
  const [names] = useState(() => accounts.map(({ name }) => name))
  const state = useStore(deletion)
  const words = useWords()
  const run = async () => {
    await deletion.run()
    const { deleted, refused, left } = deletion.getState()
    if (refused.length + left > 0) return
    core.feedback.openSuccess(words.say('selection.deleted', { count: deleted }))
    onClose()
  }
  const title = words.say('selection.deleteTitle', { count: state.total })
  if (state.status === 'ready') return <Question {...{ title, names, onClose }} onConfirm={() => void run()} />
  return <Deleting {...{ title, deletion, state, onClose }} />
}

/** Names shown at once; the others are counted. */
const shownMax = 12

type QuestionProperties = {
  readonly title: string
  readonly names: readonly string[]
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function Question({ title, names, onConfirm, onClose }: QuestionProperties) {
  const words = useWords()
  const [typed, setTyped] = useState('')
  const wanted = String(names.length)
  const isRight = typed.trim() === wanted
  const rest = names.length - shownMax
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) onConfirm()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.say('form.cancel')}</Button>
          <Button type="submit" form="confirm-count" look="danger" disabled={!isRight}>
            {words.say('form.delete')}
          </Button>
        </>
      }
    >
      <p>{words.say('selection.deleteMessage')}</p>
      <ul className={styles['names']}>
        {names.slice(0, shownMax).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {rest > 0 && <li>{words.say('selection.moreNames', { count: rest })}</li>}
      </ul>
      <form id="confirm-count" onSubmit={submit}>
        <TextField
          label={words.say('form.confirmName', { name: wanted })}
          value={typed}
          inputMode="numeric"
          data-initial-focus=""
          onChange={setTyped}
        />
      </form>
    </Dialog>
  )
}

type DeletingProperties = {
  readonly title: string
  readonly deletion: BulkDeletion
  readonly state: BulkDeletionState
  readonly onClose: () => void
}

function Deleting({ title, deletion, state, onClose }: DeletingProperties) {
  const words = useWords()
  const { status, total, done, deleted, refused, left } = state
  const isRunning = status === 'running'
  return (
    <Dialog
      title={title}
      onClose={isRunning ? undefined : onClose}
      actions={
        <Button data-initial-focus="" onClick={isRunning ? () => deletion.stop() : onClose}>
          {words.say(isRunning ? 'selection.stop' : 'selection.close')}
        </Button>
      }
    >
      <progress className={styles['progress']} value={done} max={total} aria-label={title} />
      <p role="status">
        {isRunning
          ? words.say('selection.progress', { done, total })
          : words.say('selection.deleted', { count: deleted })}
      </p>
      {refused.length > 0 && (
        <>
          <p>{words.say('selection.refused', { count: refused.length })}</p>
          <ul className={styles['names']}>
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {left > 0 && <p>{words.say('selection.left', { count: left })}</p>}
    </Dialog>
  )
}

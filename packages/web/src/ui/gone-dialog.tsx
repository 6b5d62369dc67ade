import { useStore, type StoreApi } from 'zustand'

import { useNavigator, useWords } from '../portal/context.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Model = {
  readonly view: StoreApi<{ readonly isGone: boolean }>
  discard(): void
  becomeNew(): void
}

type Properties = {
  readonly model: Model
  readonly listPath: string
  /** Saves the form as its Save button does. */
  readonly onSave: () => void
}

/** What was edited was deleted meanwhile (404 on saving): what was typed makes a new one, or is given up. */
export function GoneDialog({ model, listPath, onSave }: Properties) {
  const navigator = useNavigator()
  const words = useWords()
  const isGone = useStore(model.view, (view) => view.isGone)
  if (!isGone) return null
  const leave = () => {
    model.discard()
    navigator.go(listPath)
  }
  const create = () => {
    model.becomeNew()
    onSave()
  }
  return (
    <Dialog
      title={words.say('gone.title')}
      actions={
        <>
          <Button onClick={leave}>{words.say('gone.toList')}</Button>
          <Button look="primary" data-initial-focus="" onClick={create}>
            {words.say('gone.create')}
          </Button>
        </>
      }
    >
      <p>{words.say('gone.message')}</p>
    </Dialog>
  )
}

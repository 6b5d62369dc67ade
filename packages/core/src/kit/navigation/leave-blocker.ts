import { createStore, type StoreApi } from 'zustand/vanilla'

export type LeaveAnswer = 'save' | 'discard' | 'cancel'

/** A form that may block leaving. `save` returns whether everything was saved; after a failed save the person stays (spec section 8). */
export type Guard = {
  hasChanges(): boolean
  /** Why saving is disabled now: then the question offers only Discard and Cancel. */
  saveRefusal?(): string | undefined
  save(): Promise<boolean>
  discard(): void
}

/** `showDialog` and `userHasMadeChanges` are spec section 4's flags of the confirmation dialog. */
export type LeaveState = {
  readonly showDialog: boolean
  readonly userHasMadeChanges: boolean
  readonly saving: boolean
  /** The form that the dialog is about. */
  readonly asks?: Guard | undefined
}

export type LeaveBlocker = StoreApi<LeaveState> & {
  /** Registers a form on screen, beside others; returns a function that removes it. */
  guard(form: Guard): () => void
  /** Leaves at once if nothing is unsaved, otherwise asks, for one form after the other. The same for links, back, forward and closing. */
  leave(go: () => void): void
  /** True while leaving would lose something, for `beforeunload`. */
  wouldLose(): boolean
  answer(choice: LeaveAnswer): Promise<void>
}

export function createLeaveBlocker(): LeaveBlocker {
  const store = createStore<LeaveState>(() => ({ showDialog: false, userHasMadeChanges: false, saving: false }))
  let forms: readonly Guard[] = []
  let pending: (() => void) | undefined
  /** The first form with changes, after `answered`. */
  const changed = (answered?: Guard) =>
    forms.slice(answered === undefined ? 0 : forms.indexOf(answered) + 1).find((form) => form.hasChanges())

  const close = () => {
    pending = undefined
    store.setState({ showDialog: false, saving: false, userHasMadeChanges: changed() !== undefined, asks: undefined })
  }
  const leave = (go: () => void, answered?: Guard) => {
    const asks = changed(answered)
    if (asks === undefined) return go()
    pending = go
    store.setState({ showDialog: true, userHasMadeChanges: true, asks })
  }

  return {
    ...store,
    guard(next) {
      forms = [...forms, next]
      return () => {
        forms = forms.filter((form) => form !== next)
        close()
      }
    },
    leave: (go) => leave(go),
    wouldLose: () => changed() !== undefined,
    async answer(choice) {
      const go = pending
      const { asks } = store.getState()
      if (choice === 'cancel' || asks === undefined) return close()
      if (choice === 'save') {
        store.setState({ saving: true })
        const saved = await asks.save().catch(() => false)
        if (!saved) return close()
      } else {
        asks.discard()
      }
      close()
      if (go !== undefined) leave(go, asks)
    },
  }
}

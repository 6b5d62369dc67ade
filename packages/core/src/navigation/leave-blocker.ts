import { createStore, type StoreApi } from 'zustand/vanilla'

export type LeaveAnswer = 'save' | 'discard' | 'cancel'

/** A form that may block leaving. `save` returns whether everything was saved; after a failed save the person stays (spec section 8). */
export type Guard = {
  hasChanges(): boolean
  save(): Promise<boolean>
  discard(): void
}

/** `showDialog` and `userHasMadeChanges` are spec section 4's flags of the confirmation dialog. */
export type LeaveState = {
  readonly showDialog: boolean
  readonly userHasMadeChanges: boolean
  readonly saving: boolean
}

export type LeaveBlocker = StoreApi<LeaveState> & {
  /** Registers the form on screen; returns a function that removes it. */
  guard(form: Guard): () => void
  /** Leaves at once if nothing is unsaved, otherwise asks. The same for links, back, forward and closing. */
  leave(go: () => void): void
  /** True while leaving would lose something, for `beforeunload`. */
  wouldLose(): boolean
  answer(choice: LeaveAnswer): Promise<void>
}

export function createLeaveBlocker(): LeaveBlocker {
  const store = createStore<LeaveState>(() => ({ showDialog: false, userHasMadeChanges: false, saving: false }))
  let form: Guard | undefined
  let pending: (() => void) | undefined

  const close = () => {
    pending = undefined
    store.setState({ showDialog: false, saving: false, userHasMadeChanges: form?.hasChanges() ?? false })
  }

  return {
    ...store,
    guard(next) {
      form = next
      return () => {
        if (form === next) form = undefined
        close()
      }
    },
    leave(go) {
      if (form === undefined || !form.hasChanges()) return go()
      pending = go
      store.setState({ showDialog: true, userHasMadeChanges: true })
    },
    wouldLose: () => form?.hasChanges() ?? false,
    async answer(choice) {
      const go = pending
      if (choice === 'cancel' || form === undefined) return close()
      if (choice === 'save') {
        store.setState({ saving: true })
        const saved = await form.save().catch(() => false)
        if (!saved) return close()
      } else {
        form.discard()
      }
      close()
      go?.()
    },
  }
}

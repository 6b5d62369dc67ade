import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { ProviderDraft, ProviderDraftState } from '../../providers/identity-providers/draft-store.ts'

/** The draft of a provider. While it is on screen, a test login in progress is read every second. */
export function useProviderDraft(draft: ProviderDraft): ProviderDraftState {
  const state = useStore(draft)
  const testId = state.test?.id
  useEffect(() => {
    if (testId === undefined) return undefined
    const timer = setInterval(() => void draft.tick(), 1000)
    return () => clearInterval(timer)
  }, [draft, testId])
  return state
}

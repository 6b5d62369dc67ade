import { accessSentence, createLauncherNotices } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'

/** For a person to whom nothing is open in any environment: whom to ask. */
export function NoEnvironment({ tenant }: { tenant: string }) {
  const words = useWords()
  const store = useCore().lazily(createLauncherNotices)
  const notices = useStore(store, (state) => state.notices)
  useEffect(() => void store.fetch(), [store])
  if (notices === undefined) return null
  const ask = accessSentence(words, { contact: notices.accessContact, tenant })
  return <EmptyState message={`${words.say('environments.none')} ${ask}`} />
}

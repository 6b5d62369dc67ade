import type { Audited } from '@portico/core'
import { lazy, Suspense } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import styles from './object-history.module.css'

const HistoryEntries = lazy(() => loadChunk(() => import('./history-entries.tsx')))

type Properties = {
  readonly of: Audited
  /** What `?history=` in the address names, where a page has the history of several objects. */
  readonly name?: string
  /** Reads the object again on its screen. */
  readonly onReverted?: () => void
}

/** A button that shows what the audit log has about an object. Everything below it is loaded when it is opened: `?history=open`. */
export function ObjectHistory({ of, name = 'open', onReverted }: Properties) {
  const words = useWords()
  const { query, change } = useQuery()
  const isOpen = query.get('history') === name
  const title = words.say('audit.history')
  return (
    <section className={styles['root']} aria-label={title}>
      <Button aria-expanded={isOpen} onClick={() => change({ history: isOpen ? '' : name })}>
        {title}
      </Button>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <HistoryEntries of={of} onReverted={onReverted} />
        </Suspense>
      )}
    </section>
  )
}

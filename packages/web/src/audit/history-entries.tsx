import {
  actionInWords,
  adminMessages,
  auditHistoryPath,
  auditList,
  auditMessages,
  changesInWords,
  createList,
  historyOf,
  type Audited,
  type AuditRow,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useState } from 'react'

import { useCore, useWords } from '../context/portal-context.tsx'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { LearnedWords } from '../navigation/learned-words.tsx'
import { Link } from '../navigation/link.tsx'
import { Button } from '../ui/button.tsx'
import { ChangeList } from '../ui/change-list.tsx'
import { Loading } from '../ui/loading.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './audit.module.css'

const catalogues = { admin: adminMessages, 'of-audit': auditMessages }
const pageLength = 20

/** What happened to one object, the newest first, with the fields that changed. */
export default function HistoryEntries({ of }: { readonly of: Audited }) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Entries of={of} />
    </LearnedWords>
  )
}

function Entries({ of }: { readonly of: Audited }) {
  const core = useCore()
  const words = useWords()
  // A separate list: a page can show the history of several objects, and the audit log keeps its place.
  const [list] = useState(() => createList(core, { ...auditList, pageLength }))
  const { status, rows = [], hasNext, isFetching } = useOpenList(list, '', { filter: historyOf(of) })
  return (
    <div className={styles['history']}>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {(status === 'empty' || status === 'no-match') && <p>{words.say('audit.none')}</p>}
      {status === 'rows' && (
        <ol aria-label={words.say('audit.history')}>
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <p className={styles['next']}>
        {hasNext && (
          <Button busy={isFetching} onClick={() => void list.next()}>
            {words.say('audit.older')}
          </Button>
        )}{' '}
        <Link to={auditHistoryPath(of)}>{words.say('audit.show')}</Link>
      </p>
    </div>
  )
}

function Entry({ entry }: { readonly entry: AuditRow }) {
  const words = useWords()
  const { action, actor, at, requestId } = entry
  const changes = changesInWords(entry, words)
  return (
    <li>
      <p>
        <strong>{actionInWords(action, words)}</strong> {words.say('audit.byActor', { actor: actor.name })},{' '}
        <RelativeTime at={at} />
      </p>
      {changes.length > 0 && <ChangeList changes={changes} />}
      <p className={styles['request']}>{words.say('audit.request', { id: requestId })}</p>
    </li>
  )
}

import {
  actionInWords,
  adminMessages,
  auditHistoryPath,
  auditList,
  auditMessages,
  changesInWords,
  createList,
  historyOf,
  revertRefusal,
  type Audited,
  type AuditRow,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useState } from 'react'

import { useCore, useIsSupport, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { ChangeList } from '../../kit/ui/change-list.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import styles from './audit.module.css'
import { RevertDialog } from './revert-dialog.tsx'
import texts from '../../kit/ui/texts.module.css'

const catalogues = { admin: adminMessages, 'of-audit': auditMessages }
const pageLength = 20

type Properties = {
  readonly of: Audited
  /** The object has other values now. */
  readonly onReverted?: (() => void) | undefined
}

/** What happened to one object, the newest first, with the fields that changed. */
export default function HistoryEntries(properties: Properties) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Entries {...properties} />
    </LearnedWords>
  )
}

function Entries({ of, onReverted }: Properties) {
  const core = useCore()
  const words = useWords()
  // A separate list: a page can show the history of several objects, and the audit log keeps its place.
  const [list] = useState(() => createList(core, { ...auditList, pageLength }))
  const { status, rows = [], hasNext, isFetching } = useOpenList(list, '', { filter: historyOf(of) })
  const [reverted, setReverted] = useState<AuditRow>()
  return (
    <div className={styles['history']}>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {(status === 'empty' || status === 'no-match') && <p>{words.say('audit.none')}</p>}
      {status === 'rows' && (
        <ol aria-label={words.say('audit.history')}>
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} onRevert={() => setReverted(entry)} />
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
      {reverted !== undefined && (
        <RevertDialog
          entry={reverted}
          onClose={() => setReverted(undefined)}
          onReverted={() => {
            void list.refresh()
            onReverted?.()
          }}
        />
      )}
    </div>
  )
}

function Entry({ entry, onRevert }: { readonly entry: AuditRow; readonly onRevert: () => void }) {
  const words = useWords()
  const isSupport = useIsSupport()
  const { action, actor, at, requestId } = entry
  const changes = changesInWords(entry, words)
  return (
    <li>
      <p>
        <strong>{actionInWords(action, words)}</strong> {words.say('audit.byActor', { actor: actor.name })},{' '}
        <RelativeTime at={at} />
      </p>
      {changes.length > 0 && <ChangeList changes={changes} />}
      <p className={texts['small']}>{words.say('audit.request', { id: requestId })}</p>
      {!isSupport && revertRefusal(entry) === undefined && (
        <Button onClick={onRevert}>{words.say('audit.revert')}</Button>
      )}
    </li>
  )
}

import {
  adminMessages,
  apiPrefix,
  auditedKinds,
  auditList,
  auditMessages,
  actionInWords,
  exportAudit,
  kindInWords,
  listOf,
  readMoment,
  type AuditFilter,
  type AuditRow,
  type Words,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useState } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../../kit/navigation/learned-words.tsx'
import { Opening } from '../../../kit/navigation/opening.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { Button } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import head from '../../../kit/ui/list-head.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { NativeSelect } from '../../../kit/ui/native-select.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { SearchField } from '../../../kit/ui/search-field.tsx'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { AuditTable } from '../audit-table.tsx'
import styles from '../audit.module.css'
import { EntryDialog } from '../entry-dialog.tsx'
import { RevertDialog } from '../revert-dialog.tsx'

const catalogues = { admin: adminMessages, 'of-audit': auditMessages }
const noFilters = { q: '', kind: '', target: '', actor: '', action: '', since: '', until: '' }

/** The audit log. Search and filters are in the address: `?q=…&kind=…&target=…&actor=…&since=2026-11-01`. */
export default function AuditList() {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      <List />
    </LearnedWords>
  )
}

function List() {
  const core = useCore()
  const words = useWords()
  const { query, change } = useQuery()
  const list = listOf(core, auditList)
  const text = query.toString()
  const filter = useMemo(() => filterIn(new URLSearchParams(text), core.clock.now()), [text, core])
  const { status, rows = [], hasNext, isFetching } = useOpenList(list, '', { filter })
  const [opened, setOpened] = useState<AuditRow>()
  const [reverted, setReverted] = useState<AuditRow>()
  const title = words.say('audit.title')
  usePageTitle(title)
  useRefusalScreen()
  const { target, actor, action } = filter
  return (
    <PageFrame
      title={title}
      lead={words.say('audit.lead')}
      actions={
        <a href={exportAddress(filter)} download="audit.jsonl">
          {words.say('audit.export')}
        </a>
      }
    >
      <div className={head['head']}>
        <div className={head['search']}>
          <SearchField
            label={words.say('audit.search')}
            clearLabel={words.say('audit.clear')}
            text={filter.search ?? ''}
            onChange={(q) => change({ q })}
          />
        </div>
        <NativeSelect
          label={words.say('audit.kind')}
          value={filter.targetKind ?? ''}
          options={[
            { value: '', label: words.say('audit.all') },
            ...auditedKinds.map((kind) => ({ value: kind, label: kindInWords(kind, words) })),
          ]}
          onChange={(kind) => change({ kind })}
        />
        {(['since', 'until'] as const).map((name) => (
          <TextField
            key={name}
            type="date"
            label={words.say(`audit.${name}`)}
            value={query.get(name) ?? ''}
            onChange={(day) => change({ [name]: day })}
          />
        ))}
      </div>
      {(target ?? actor ?? action) !== undefined && (
        <p className={styles['only']}>
          {target !== undefined && words.say('audit.about', { target: nameOf(rows, target) })}{' '}
          {actor !== undefined && words.say('audit.by', { actor })}{' '}
          {action !== undefined && words.say('audit.onlyAction', { action: shownAction(action, rows, words) })}{' '}
          <Button onClick={() => change({ kind: '', target: '', actor: '', action: '' })}>
            {words.say('audit.showAll')}
          </Button>
        </p>
      )}
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {status === 'empty' && <EmptyState message={words.say('audit.none')} />}
      {status === 'no-match' && (
        <EmptyState
          message={words.say('audit.noMatch')}
          action={<Button onClick={() => change(noFilters)}>{words.say('audit.showAll')}</Button>}
        />
      )}
      {status === 'rows' && <AuditTable entries={rows} onOpen={setOpened} />}
      {hasNext && (
        <p className={styles['next']}>
          <Button busy={isFetching} onClick={() => void list.next()}>
            {words.say('audit.older')}
          </Button>
        </p>
      )}
      {opened !== undefined && reverted === undefined && (
        <EntryDialog entry={opened} onClose={() => setOpened(undefined)} onRevert={() => setReverted(opened)} />
      )}
      {reverted !== undefined && (
        <RevertDialog
          entry={reverted}
          onClose={() => {
            setReverted(undefined)
            setOpened(undefined)
          }}
          onReverted={() => void list.refresh()}
        />
      )}
    </PageFrame>
  )
}

function nameOf(rows: readonly AuditRow[], target: string): string {
  return rows.find(({ target: { id } }) => id === target)?.target.name ?? target
}

/** The filter takes the beginning of an action, such as `idle-time`: the rows say which actions it finds. */
function shownAction(start: string, rows: readonly AuditRow[], words: Words): string {
  return actionInWords(rows.find(({ action }) => action.startsWith(start))?.action ?? start, words)
}

function filterIn(query: URLSearchParams, nowMs: number): AuditFilter {
  const text = (name: string) => query.get(name) ?? undefined
  const moment = (name: string) => readMoment(query.get(name) ?? '', nowMs)
  return {
    search: text('q'),
    targetKind: text('kind'),
    target: text('target'),
    actor: text('actor'),
    action: text('action'),
    since: moment('since'),
    until: moment('until'),
  }
}

/** The browser downloads what the filter finds. */
function exportAddress(filter: AuditFilter): string {
  const given = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
  return `${apiPrefix}${exportAudit.path}?${new URLSearchParams(given)}`
}

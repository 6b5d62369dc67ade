import {
  approvalInWords,
  approvalQuestion,
  approveListed,
  fieldOf,
  isApprovable,
  listOf,
  provisioningScope,
  takeoverList,
  takeoverNoun,
  takeoverStateInWords,
  type AdminEnvironment,
  type Application,
  type List,
  type Takeover,
  type Words,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import form from '../../kit/ui/form-page.module.css'
import { ListCount } from '../../kit/ui/list-count.tsx'
import { ListPager } from '../../kit/ui/list-pager.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import { SearchField } from '../../kit/ui/search-field.tsx'
import { PageCheck, RowCheck } from '../../kit/ui/selection.tsx'
import { SelectionBar } from '../../kit/ui/selection-bar.tsx'
import styles from './provisioning.module.css'
import { Question } from './question.tsx'

type Properties = { readonly environment: AdminEnvironment; readonly application: Application }

/** The number of accounts from which they can be searched. */
const searchedFrom = 10

/** Accounts that the application has already under the names of people and groups: which of them may be taken over. */
export function TakeoverSection({ environment, application }: Properties) {
  const words = useWords()
  const list = listOf(useCore(), takeoverList)
  const scope = provisioningScope({ envId: environment.id, appId: application.id })
  const [search, setSearch] = useState('')
  const { status, rows = [], total, hasNext, hasPrevious, isFetching } = useOpenList(list, scope, { search })
  const section = useRef<HTMLElement>(null)
  if (search === '' && (status === 'loading' || status === 'empty')) return null
  return (
    <section ref={section} className={form['fields']} aria-labelledby="provisioning-takeovers" aria-busy={isFetching}>
      <div>
        <h2 id="provisioning-takeovers">{words.say('provisioning.takeovers')}</h2>
        <p className={form['lead']}>{words.say('provisioning.takeoversLead')}</p>
      </div>
      {(search !== '' || total >= searchedFrom) && (
        <SearchField
          label={words.say('provisioning.takeoversSearch')}
          clearLabel={words.say('provisioning.takeoversClear')}
          text={search}
          onChange={setSearch}
        />
      )}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {search !== '' && (status === 'empty' || status === 'no-match') && (
        <p>{words.say('provisioning.takeoversNone')}</p>
      )}
      {!environment.readonly && (
        <Changeable never>
          <Approval list={list} environment={environment} application={application} />
        </Changeable>
      )}
      {rows.length > 0 && <TakeoverTable list={list} rows={rows} isReadonly={environment.readonly ?? false} />}
      <ListPager list={list} hasNext={hasNext} hasPrevious={hasPrevious} section={section} />
      <ListCount
        text={rows.length === 0 ? undefined : words.say('provisioning.takeoversCount', { count: rows.length })}
        isFetching={isFetching}
        isHidden
      />
    </section>
  )
}

/** Approves what is selected, after a question that says how many of which providers. */
function Approval({ list, environment, application }: Properties & { readonly list: List<Takeover> }) {
  const words = useWords()
  const { client, feedback } = useCore()
  const selected = useStore(list, (state) => state.selected)
  const total = useStore(list, (state) => (state.isCounted ? state.total : 0))
  const isNarrowed = useStore(list, (state) => state.search.trim() !== '')
  const [isAsking, setAsking] = useState(false)
  const [isApproving, setApproving] = useState(false)
  const chosen = [...selected.values()].filter(isApprovable)
  const approve = async () => {
    setApproving(true)
    feedback.clear()
    const approval = await approveListed(client, { envId: environment.id, appId: application.id }, chosen)
    if (approval.problem === undefined) feedback.openSuccess(approvalInWords(approval, words))
    else feedback.report(approval.problem)
    list.clearSelection()
    setApproving(false)
    setAsking(false)
    await list.refreshQuietly()
  }
  if (selected.size === 0) return null
  const place = { application: application.label, environment: environment.name }
  return (
    <>
      <SelectionBar
        count={selected.size}
        total={total}
        isNarrowed={isNarrowed}
        onSelectMatching={() => list.selectMatching()}
        onClear={() => list.clearSelection()}
      >
        {chosen.length === 0 && <span>{words.say('provisioning.approveNone')}</span>}
        <Button look="primary" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
          {words.say('provisioning.approve')}
        </Button>
      </SelectionBar>
      {isAsking && (
        <Question
          title={words.say('provisioning.approve')}
          text={approvalQuestion(chosen, place, words)}
          onClose={() => setAsking(false)}
        >
          <Button look="primary" busy={isApproving} onClick={() => void approve()}>
            {words.say('provisioning.approve')}
          </Button>
        </Question>
      )}
    </>
  )
}

type TableProperties = {
  readonly list: List<Takeover>
  readonly rows: readonly Takeover[]
  readonly isReadonly: boolean
}

function TakeoverTable({ list, rows, isReadonly }: TableProperties) {
  const words = useWords()
  const columns = useMemo(() => columnsOf(list, isReadonly, words), [list, isReadonly, words])
  const cells = useMemo(
    () => rows.map((row) => ({ id: takeoverList.idOf(row), cells: cellsOf(row, { list, isReadonly, words }) })),
    [rows, list, isReadonly, words],
  )
  return <DataTable labelledBy="provisioning-takeovers" columns={columns} rows={cells} />
}

const fields = ['name', 'provider', 'state', 'accountName', 'createdAt', 'modifiedAt'] as const

function columnsOf(list: List<Takeover>, isReadonly: boolean, words: Words) {
  const check = { id: 'check', label: words.say('selection.label'), heading: <PageCheck list={list} /> }
  const named = fields.map((id) => ({
    id,
    label: fieldOf(takeoverNoun, id)?.label ?? id,
    ...(id === 'name' && { isRowHeading: true, inCard: 'title' as const }),
  }))
  return isReadonly ? named : [{ ...check, inCard: 'check' as const }, ...named]
}

type Drawing = { readonly list: List<Takeover>; readonly isReadonly: boolean; readonly words: Words }

function cellsOf(row: Takeover, { list, isReadonly, words }: Drawing) {
  const { account } = row
  const time = (at: string | null | undefined) => (at == null ? '' : <RelativeTime at={at} isShort />)
  const who = row.kind === 'group' ? words.say('provisioning.kind.group') : row.displayName
  const cells = [
    <Two key="name" first={row.name} second={who} />,
    <bdi key="provider">{row.provider}</bdi>,
    takeoverStateInWords(row, words),
    account === null ? '' : <Two key="account" first={account.displayName ?? account.name} second={account.id} />,
    time(account?.createdAt),
    time(account?.modifiedAt),
  ]
  return isReadonly ? cells : [<RowCheck key="check" list={list} row={row} name={row.name} />, ...cells]
}

/** A value, and below it what distinguishes it from others of the same name. */
function Two({ first, second }: { readonly first: string; readonly second: string | null }) {
  return (
    <span className={styles['two']}>
      <bdi className={styles['failure']}>{first}</bdi>
      {second !== null && second !== first && <bdi className={styles['second']}>{second}</bdi>}
    </span>
  )
}

import {
  identityProviderList,
  listOf,
  signInList,
  signInRecordDays,
  type SignInFilter,
  type SignInSummary,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { Button } from '../../../kit/ui/button.tsx'
import { classes } from '../../../kit/ui/classes.ts'
import { bookDrawing } from '../../../kit/ui/drawings.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import head from '../../../kit/ui/list-head.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { NativeSelect } from '../../../kit/ui/native-select.tsx'
import { SearchField } from '../../../kit/ui/search-field.tsx'
import { CodeField } from '../code-field.tsx'
import { SignInTable } from '../sign-in-table.tsx'
import styles from '../sign-ins.module.css'

const outcomes = ['signed-in', 'failed', 'open'] as const

/** Recent sign-ins. Search and filters are in the address: `?q=…&outcome=failed&idp=…`. */
export function SignInList() {
  return (
    <TenantWords>
      <List />
    </TenantWords>
  )
}

function List() {
  const words = useWords()
  const { query, change } = useQuery()
  const list = listOf(useCore(), signInList)
  const filter = filterIn(query)
  const { status, rows = [], hasNext, isFetching } = useOpenList(list, '', { filter })
  const { search = '', outcome = '', idp = '' } = filter
  const title = words.say('signIns.title')
  usePageTitle(title)
  useRefusalScreen()

  return (
    <PageFrame title={title} lead={words.say('signIns.lead', { days: signInRecordDays })}>
      <div className={classes(head['head'], head['filters'])}>
        <CodeField />
        <div className={head['search']}>
          <SearchField
            label={words.say('signIns.search')}
            clearLabel={words.say('signIns.clear')}
            text={search}
            onChange={(q) => change({ q })}
          />
        </div>
        <NativeSelect
          label={words.say('signIns.outcome')}
          value={outcome}
          options={[
            { value: '', label: words.say('signIns.all') },
            ...outcomes.map((value) => ({ value, label: words.say(`signIns.${value}`) })),
          ]}
          onChange={(value) => change({ outcome: value })}
        />
        <ProviderFilter chosen={idp} onChange={(value) => change({ idp: value })} />
      </div>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {status === 'empty' && (
        <EmptyState drawing={bookDrawing} message={words.say('signIns.none')} hint={words.say('signIns.noneHint')} />
      )}
      {status === 'no-match' && (
        <EmptyState
          message={words.say('signIns.noMatch')}
          action={
            <Button onClick={() => change({ q: '', outcome: '', idp: '' })}>{words.say('signIns.clearFilters')}</Button>
          }
        />
      )}
      {status === 'rows' && <SignInTable signIns={rows} />}
      {hasNext && (
        <p className={styles['next']}>
          <Button busy={isFetching} onClick={() => void list.next()}>
            {words.say('signIns.more')}
          </Button>
        </p>
      )}
    </PageFrame>
  )
}

function ProviderFilter({ chosen, onChange }: { chosen: string; onChange: (id: string) => void }) {
  const words = useWords()
  const { held = [] } = useOpenList(listOf(useCore(), identityProviderList), '')
  return (
    <NativeSelect
      label={words.say('signIns.provider')}
      value={chosen}
      options={[
        { value: '', label: words.say('signIns.all') },
        ...held.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  )
}

function filterIn(query: URLSearchParams): SignInFilter {
  const outcome = outcomes.find((one): one is SignInSummary['outcome'] => one === query.get('outcome'))
  return { search: query.get('q') ?? undefined, outcome, idp: query.get('idp') ?? undefined }
}

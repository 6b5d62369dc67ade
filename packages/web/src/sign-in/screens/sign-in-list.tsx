import {
  createIdentityProviders,
  createSignInRecords,
  signInRecordDays,
  type SignInFilter,
  type SignInSummary,
} from '@portico/core'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../context/portal-context.tsx'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { AdminWords } from '../../navigation/admin-words.tsx'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { useQuery } from '../../navigation/use-query.ts'
import { useRefusalScreen } from '../../navigation/use-refusal-screen.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import formPage from '../../ui/form-page.module.css'
import { Loading } from '../../ui/loading.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { CodeField } from '../code-field.tsx'
import { SignInTable } from '../sign-in-table.tsx'
import styles from '../sign-ins.module.css'

const outcomes = ['signed-in', 'failed', 'open'] as const

/** Recent sign-ins. Search and filters are in the address: `?q=…&outcome=failed&idp=…`. */
export function SignInList() {
  return (
    <AdminWords>
      <List />
    </AdminWords>
  )
}

function List() {
  const core = useCore()
  const words = useWords()
  const { query, change } = useQuery()
  const records = core.lazily(createSignInRecords)
  const { signIns, next, isFetching } = useStore(records)
  const failed = useStore(core.feedback, (state) => state.system ?? state.expected) !== undefined
  const filter = filterIn(query)
  const { search = '', outcome = '', idp = '' } = filter
  const title = words.say('signIns.title')
  usePageTitle(title)
  useRefusalScreen()
  useFetching(filter)
  const isFiltered = search + outcome + idp !== ''

  return (
    <>
      <h1>{title}</h1>
      <p className={formPage['hint']}>{words.say('signIns.lead', { days: signInRecordDays })}</p>
      <div className={styles['head']}>
        <CodeField />
        <div className={styles['search']}>
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
      {signIns === undefined ? (
        failed ? (
          <LoadFailed onRetry={() => records.fetch(filter)} />
        ) : (
          <Loading />
        )
      ) : signIns.length === 0 ? (
        <EmptyState message={words.say(isFiltered ? 'signIns.noMatch' : 'signIns.none')} />
      ) : (
        <SignInTable signIns={signIns} />
      )}
      {next !== null && (
        <p className={styles['next']}>
          <Button busy={isFetching} onClick={() => void records.fetchMore()}>
            {words.say('signIns.more')}
          </Button>
        </p>
      )}
    </>
  )
}

function ProviderFilter({ chosen, onChange }: { chosen: string; onChange: (id: string) => void }) {
  const words = useWords()
  const providers = useCore().lazily(createIdentityProviders)
  const list = useStore(providers, (state) => state.identityProviders)
  useEffect(() => {
    if (providers.getState().identityProviders === undefined) void providers.fetch()
  }, [providers])
  return (
    <NativeSelect
      label={words.say('signIns.provider')}
      value={chosen}
      options={[
        { value: '', label: words.say('signIns.all') },
        ...(list ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  )
}

function filterIn(query: URLSearchParams): SignInFilter {
  const outcome = outcomes.find((one): one is SignInSummary['outcome'] => one === query.get('outcome'))
  return { search: query.get('q') ?? undefined, outcome, idp: query.get('idp') ?? undefined }
}

const typingPauseMs = 200

/** Reloads the first page when the filter changes; typing is debounced. */
function useFetching({ search, outcome, idp }: SignInFilter): void {
  const records = useCore().lazily(createSignInRecords)
  const before = useRef(search)
  useEffect(() => {
    const isTyping = before.current !== search
    before.current = search
    const timer = setTimeout(() => void records.fetch({ search, outcome, idp }), isTyping ? typingPauseMs : 0)
    return () => clearTimeout(timer)
  }, [records, search, outcome, idp])
}

import { createSignInRecords, signInRecordDays, withLocalTimes, type SignInRecord, type Words } from '@portico/core'
import { useCallback } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { providerPath, signInsPath } from '../../../kit/navigation/paths.ts'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { CopyButton } from '../../../kit/ui/copy-button.tsx'
import { CopyableCode } from '../../../kit/ui/copyable-code.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Facts, type Fact } from '../../../kit/ui/facts.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { CheckList, Evidence } from '../check-list.tsx'
import { OutcomePill } from '../sign-in-table.tsx'
import styles from '../sign-ins.module.css'

/** One recorded sign-in, with everything an administrator needs to see why it failed and what to do. */
export function SignInDetail({ code }: { code: string }) {
  return (
    <TenantWords>
      <Detail key={code} code={code} />
    </TenantWords>
  )
}

function Detail({ code }: { code: string }) {
  const words = useWords()
  const records = useCore().lazily(createSignInRecords)
  const { loaded: record, reload } = useLoaded(useCallback(() => records.open(code), [records, code]))
  usePageTitle(`${words.say('signIns.title')} ${code}`)
  useRefusalScreen()
  if (record === undefined) return <Loading shape="page" />
  if (record === 'failed') return <LoadFailed onRetry={reload} />
  if (record === 'not-found') {
    const back = (
      <ButtonLink look="primary" to={signInsPath()}>
        {words.say('signIns.toList')}
      </ButtonLink>
    )
    return (
      <PageFrame title={code} parents={parentsOf(words)}>
        <EmptyState message={words.say('signIns.notFound', { days: signInRecordDays })} action={back} />
      </PageFrame>
    )
  }
  return <OpenRecord record={record} />
}

function parentsOf(words: Words) {
  const label = words.say('signIns.title')
  return { label, crumbs: [{ label, to: signInsPath() }] }
}

function OpenRecord({ record }: { record: SignInRecord }) {
  const words = useWords()
  const { code, outcome, checks, provider } = record
  return (
    <PageFrame
      title={code}
      parents={parentsOf(words)}
      status={
        <>
          <CopyButton text={code} label={words.say('signIns.copy', { what: words.say('signIns.code') })} />
          <OutcomePill outcome={outcome} />
        </>
      }
    >
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <WhatHappened record={record} />
          <section aria-labelledby="checks">
            <h2 id="checks">{words.say('signIns.checks')}</h2>
            <CheckList checks={checks} explained={failedCheckOf(record)} />
          </section>
        </div>
        <aside className={styles['side']} aria-label={words.say('signIns.title')}>
          <Facts facts={useFacts(record)} />
          {provider !== null && (
            <ButtonLink to={providerPath(provider.id)}>
              {words.say('signIns.toProvider', { name: provider.name })}
            </ButtonLink>
          )}
        </aside>
      </div>
    </PageFrame>
  )
}

/** The check that ended the attempt. */
function failedCheckOf({ checks }: SignInRecord) {
  return checks.find(({ outcome }) => outcome === 'failed')
}

/** What went wrong in one or two sentences, expected and found values, and what to do. */
function WhatHappened({ record }: { record: SignInRecord }) {
  const words = useWords()
  const { outcome, failure, purpose } = record
  const failed = failedCheckOf(record)
  const succeeded = purpose === 'test' ? 'signIns.testSucceeded' : 'signIns.succeeded'
  const sentence = failed?.message ?? failure ?? words.say(outcome === 'signed-in' ? succeeded : 'signIns.waiting')
  return (
    <section className={styles[outcome === 'failed' ? 'failure' : 'happened']} aria-labelledby="happened">
      <h2 id="happened">{words.say('signIns.happened')}</h2>
      <p className={styles['sentence']}>{withLocalTimes(sentence, words)}</p>
      {failed !== undefined && <Evidence evidence={failed.evidence} />}
      {failed?.todo != null && (
        <>
          <h3>{words.say('signIns.todo')}</h3>
          <p>{failed.todo}</p>
        </>
      )}
    </section>
  )
}

function useFacts(record: SignInRecord): Fact[] {
  const words = useWords()
  const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeStyle: 'long' })
  const { at, finishedAt, username, user, provider, purpose, address, requestID, errorID } = record
  const seconds = finishedAt === null ? undefined : (Date.parse(finishedAt) - Date.parse(at)) / 1000
  const facts: (Fact | false)[] = [
    { label: words.say('signIns.username'), value: username ?? words.say('signIns.unknown'), isMain: true },
    user !== null && { label: words.say('signIns.user'), value: user.name },
    { label: words.say('signIns.when'), value: <time dateTime={at}>{time.format(new Date(at))}</time> },
    seconds !== undefined && { label: words.say('signIns.finished'), value: words.say('signIns.seconds', { seconds }) },
    {
      label: words.say('signIns.provider'),
      value:
        provider === null ? words.say('signIns.unknown') : <Link to={providerPath(provider.id)}>{provider.name}</Link>,
    },
    { label: words.say('signIns.purpose'), value: words.say(`signIns.purpose.${purpose}`) },
    { label: words.say('signIns.address'), value: address },
    errorID !== null && { label: words.say('signIns.errorID'), value: <code>{errorID}</code> },
    {
      label: words.say('signIns.request'),
      value: (
        <CopyableCode text={requestID} label={words.say('signIns.copy', { what: words.say('signIns.request') })} />
      ),
    },
  ]
  return facts.filter((fact) => fact !== false)
}

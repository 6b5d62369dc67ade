import {
  claimRows,
  personChanges,
  personRows,
  recognitionRows,
  type ProviderDraft,
  type ResultRow,
  type SignInCheck,
} from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { CheckList } from '../../sign-in/sign-in/check-list.tsx'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { ChangeList } from '../../kit/ui/change-list.tsx'
import { CopyTextButton } from '../../kit/ui/copy-text-button.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { PillList } from '../../kit/ui/pill-list.tsx'
import styles from './test-panel.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = { readonly draft: ProviderDraft }

/** The test login that was started here: its checks as they happen, then what failed, or what the person gets. */
export function TestProgress({ draft }: Properties) {
  const words = useWords()
  const { test, provider } = draft.getState()
  const stage = draft.stage()
  const isProven = provider?.draft?.proven === true && draft.changes().some(isTested)
  const sentence = stage === 'none' ? (isProven ? 'draft.proven' : undefined) : (`draft.${stage}` as const)
  const { checks = [], result = null } = test?.login ?? {}
  // It is the last one of many, and a screen reader says only the sentence.
  const failed = checks.findLast(({ outcome }) => outcome === 'failed')
  const person = result === null ? [] : personRows(result, words)
  const shown = stage === 'running' ? checks : checks.filter(({ outcome }) => outcome !== 'passed')
  return (
    <>
      <output className={styles[stage] ?? styles['stage']}>
        {sentence !== undefined && words.say(sentence)}
        {stage === 'failed' && failed !== undefined && ` ${words.say('draft.failedCheck', { title: failed.title })}`}
      </output>
      {stage === 'waiting' && test !== undefined && <Address url={test.url} />}
      {stage === 'running' && <p className={texts['small']}>{words.say('draft.closed')}</p>}
      {stage === 'failed' && <Checks checks={shown} />}
      {person.length > 0 && (
        <div>
          <h3>{words.say('draft.became')}</h3>
          <Rows rows={person} />
        </div>
      )}
      {stage !== 'failed' && <Checks checks={shown} />}
    </>
  )
}

function Checks({ checks }: { readonly checks: readonly SignInCheck[] }) {
  const words = useWords()
  if (checks.length === 0) return null
  return (
    <div>
      <h3>{words.say('draft.checks')}</h3>
      <CheckList checks={checks} />
    </div>
  )
}

/** What Keep Changes would change for sign-ins, and for the person of the test login. */
export function TestComparison({ draft }: Properties) {
  const words = useWords()
  const { test, provider } = draft.getState()
  const result = test?.login?.result
  const changes = draft.changes()
  // A provider that was never kept differs in everything.
  if (provider?.live == null) return null
  const person = result == null ? undefined : personChanges(result, words)
  const username = result?.mapped?.username
  if (changes.length === 0 && username === undefined) return null
  return (
    <div>
      <h3>{words.say('draft.compared')}</h3>
      {provider.draft !== null && (
        <p className={texts['small']}>{words.say('draft.changedBy', { by: provider.draft.changedBy })}</p>
      )}
      <ChangeList changes={[...changes, ...(person ?? [])]} />
      {username !== undefined && (person === undefined || person.length === 0) && (
        <p className={texts['small']}>
          {words.say(person === undefined ? 'draft.firstTime' : 'draft.sameRights', { username })}
        </p>
      )}
    </div>
  )
}

/** The passed checks of a test login that is over, and what the provider sent, for those who look closer. */
export function TestDetails({ draft }: Properties) {
  const words = useWords()
  const { login } = draft.getState().test ?? {}
  if (login === undefined || draft.stage() === 'running') return null
  const { result } = login
  const checks = login.checks.filter(({ outcome }) => outcome === 'passed')
  if (checks.length === 0) return null
  return (
    <details className={styles['details']}>
      <summary>
        {words.say(result === null ? 'draft.detailsChecks' : 'draft.details', { checks: checks.length })}
      </summary>
      <div className={styles['result']}>
        <div>
          <h3>{words.say('draft.checks')}</h3>
          <CheckList checks={checks} />
        </div>
        {result !== null && (
          <div>
            <h3>{words.say('draft.sent')}</h3>
            <Rows rows={[...claimRows(result, words), ...recognitionRows(result, words)]} />
          </div>
        )}
      </div>
    </details>
  )
}

function isTested({ field }: { readonly field: string }): boolean {
  return field !== 'name' && field !== 'enabled'
}

/** For a browser that blocked the page, and for another browser. */
function Address({ url }: { readonly url: string }) {
  const words = useWords()
  return (
    <div className={styles['address']}>
      <ButtonLink href={url} target="_blank" rel="noreferrer">
        {words.say('draft.open')}
      </ButtonLink>
      <CopyTextButton text={url}>{words.say('draft.copyAddress')}</CopyTextButton>
      <p className={texts['small']}>{words.say('draft.addressHint')}</p>
    </div>
  )
}

function Rows({ rows }: { readonly rows: readonly ResultRow[] }) {
  return (
    <Facts
      facts={rows.map(({ label, values, isList = false }) => ({
        label,
        value: isList ? <PillList texts={values} /> : <bdi>{values.join(', ')}</bdi>,
      }))}
    />
  )
}

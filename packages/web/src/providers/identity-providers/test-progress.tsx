import { claimRows, mappedRows, type ProviderDraft, type ResultRow } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { CheckList } from '../../sign-in/sign-in/check-list.tsx'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { CopyTextButton } from '../../kit/ui/copy-text-button.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import styles from './test-panel.module.css'
import texts from '../../kit/ui/texts.module.css'

/** The test login that was started here: its checks as they happen, then the raw claims beside what they become. */
export function TestProgress({ draft }: { readonly draft: ProviderDraft }) {
  const words = useWords()
  const { test, provider } = draft.getState()
  const stage = draft.stage()
  const isProven = provider?.draft?.proven === true && draft.changes().some(isTested)
  const sentence = stage === 'none' ? (isProven ? 'draft.proven' : undefined) : (`draft.${stage}` as const)
  const { checks = [], result = null } = test?.login ?? {}
  // It is the last one of many, and a screen reader says only the sentence.
  const failed = checks.findLast(({ outcome }) => outcome === 'failed')
  return (
    <>
      <output className={styles[stage] ?? styles['stage']}>
        {sentence !== undefined && words.say(sentence)}
        {stage === 'failed' && failed !== undefined && ` ${words.say('draft.failedCheck', { title: failed.title })}`}
      </output>
      {stage === 'waiting' && test !== undefined && <Address url={test.url} />}
      {checks.length > 0 && (
        <div>
          <h3>{words.say('draft.checks')}</h3>
          <CheckList checks={checks} />
        </div>
      )}
      {result !== null && (
        <div className={styles['result']}>
          <Rows title={words.say('draft.sent')} rows={claimRows(result)} />
          <Rows title={words.say('draft.became')} rows={mappedRows(result, (id, values) => words.say(id, values))} />
        </div>
      )}
    </>
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

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly ResultRow[] }) {
  return (
    <div className={styles['rows']}>
      <h3>{title}</h3>
      <Facts facts={rows.map(({ label, values }) => ({ label, value: <Values values={values} /> }))} />
    </div>
  )
}

function Values({ values }: { readonly values: readonly string[] }) {
  return values.map((value) => (
    <bdi key={value} className={styles['value']}>
      {value}
    </bdi>
  ))
}

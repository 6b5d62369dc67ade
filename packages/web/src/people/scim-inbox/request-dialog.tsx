import { scimChangeInWords, type ScimRequest } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Facts, type Fact } from '../../kit/ui/facts.tsx'
import styles from './scim-inbox.module.css'

type Properties = { readonly request: ScimRequest; readonly onClose: () => void }

/** One request: what it changed or why it was refused, and what was sent. */
export function RequestDialog({ request, onClose }: Properties) {
  const words = useWords()
  const { method, path, at, status, tookMs, dialect, dryRun, tokenName, beginning, requestID, changes, detail } =
    request
  const { ignored, query, body } = request
  const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'long', timeStyle: 'long' })
  const facts: readonly Fact[] = [
    { label: words.say('scimInbox.time'), value: time.format(new Date(at)) },
    { label: words.say('scimInbox.answer'), value: `${status} · ${words.say('scimInbox.took', { ms: tookMs })}` },
    ...(detail === null ? [] : [{ label: words.say('scimInbox.refused'), value: detail }]),
    ...(ignored.length === 0
      ? []
      : [{ label: words.say('scimInbox.ignored'), value: <code dir="ltr">{ignored.join(', ')}</code> }]),
    { label: words.say('scimInbox.dialect'), value: words.say(`scimInbox.dialect.${dialect}`) },
    { label: words.say('scimInbox.token'), value: <Token name={tokenName} beginning={beginning} /> },
    { label: words.say('scimInbox.requestID'), value: <code dir="ltr">{requestID}</code> },
    ...(query === null ? [] : [{ label: words.say('scimInbox.query'), value: <code dir="ltr">{query}</code> }]),
  ]
  return (
    <Dialog
      title={`${method} ${path}`}
      width={900}
      isRead
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {words.say('scimInbox.close')}
        </Button>
      }
    >
      <Facts facts={facts} />
      <section className={styles['part']} aria-label={words.say('scimInbox.changed')}>
        <h3>{words.say('scimInbox.changed')}</h3>
        {dryRun && <p>{words.say('scimInbox.dryRun')}</p>}
        {changes.length === 0 ? (
          <p>{words.say('scimInbox.nothing')}</p>
        ) : (
          <ul>
            {changes.map((change, index) => (
              <li key={index}>
                <bdi>{scimChangeInWords(change, words)}</bdi>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles['part']} aria-label={words.say('scimInbox.body')}>
        <h3>{words.say('scimInbox.body')}</h3>
        <p className={styles['quiet']}>{words.say('scimInbox.redacted')}</p>
        {body === null || body === undefined ? (
          <p>{words.say('scimInbox.noBody')}</p>
        ) : (
          <pre dir="ltr">{JSON.stringify(body, null, 2)}</pre>
        )}
      </section>
    </Dialog>
  )
}

/** Requests that were kept before tokens had names have none. */
function Token({ name, beginning }: { readonly name: string; readonly beginning: string }) {
  const start = <bdi dir="ltr">{beginning}…</bdi>
  if (name === '') return start
  return (
    <>
      <bdi>{name}</bdi> ({start})
    </>
  )
}

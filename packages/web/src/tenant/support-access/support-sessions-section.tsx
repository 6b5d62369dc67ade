import { createSupportSessions, sessionMessages, type SupportSession } from '@portico/core'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useIsSupport, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import { transcriptPath } from '../../kit/navigation/paths.ts'

const catalogues = { 'of-sessions': sessionMessages }

/** Support users who are or were in the tenant: who, why, until when, and a button that ends a running session. */
export default function SupportSessionsSection() {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <SupportSessions />
    </LearnedWords>
  )
}

function SupportSessions() {
  const words = useWords()
  const store = useCore().lazily(createSupportSessions)
  const { status, sessions } = useStore(store)
  const [asked, setAsked] = useState<SupportSession>()
  useEffect(() => void store.fetch(), [store])
  const title = words.say('supportSession.title')
  return (
    <section className={form['fields']} aria-labelledby="support-sessions">
      <h2 id="support-sessions">{title}</h2>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => store.fetch()} />}
      {status === 'ready' && sessions.length === 0 && (
        <p className={form['lead']}>{words.say('supportSession.none')}</p>
      )}
      {sessions.length > 0 && <SessionTable label={title} sessions={sessions} onEnd={setAsked} />}
      {asked !== undefined && <EndDialog session={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

type TableProperties = {
  readonly label: string
  readonly sessions: readonly SupportSession[]
  readonly onEnd: (session: SupportSession) => void
}

function EndDialog({ session, onClose }: { readonly session: SupportSession; readonly onClose: () => void }) {
  const words = useWords()
  const store = useCore().lazily(createSupportSessions)
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    await store.end(session.id)
    onClose()
  }
  return (
    <Dialog
      title={words.say('supportSession.endTitle')}
      onClose={onClose}
      actions={
        <>
          <Button data-initial-focus="" onClick={onClose}>
            {words.say('form.cancel')}
          </Button>
          <Button look="danger" busy={isBusy} onClick={() => void end()}>
            {words.say('supportSession.end')}
          </Button>
        </>
      }
    >
      <p>{words.say('supportSession.endAsk', { name: session.name })}</p>
    </Dialog>
  )
}

function SessionTable({ label, sessions, onEnd }: TableProperties) {
  const words = useWords()
  const isSupport = useIsSupport()
  const columns = useMemo(
    () => [
      { id: 'name', label: words.say('supportSession.column.name') },
      { id: 'reason', label: words.say('supportSession.column.reason') },
      { id: 'since', label: words.say('supportSession.column.since') },
      { id: 'state', label: words.say('supportSession.column.state') },
      { id: 'transcript', label: words.say('supportSession.transcript') },
      { id: 'end', label: words.say('supportSession.end'), isUnnamed: true, inCard: 'corner' as const },
    ],
    [words],
  )
  const rows = useMemo(
    () =>
      sessions.map((one) => ({
        id: one.id,
        cells: [
          words.say('supportSession.who', one),
          one.reason,
          <RelativeTime key="since" at={one.since} />,
          stateOf(one, words),
          isSupport ? (
            ''
          ) : (
            <Link
              key="transcript"
              to={transcriptPath(one.id)}
              aria-label={words.say('supportSession.transcriptOf', { name: one.name })}
            >
              {words.say('supportSession.transcript')}
            </Link>
          ),
          one.end === null && !isSupport ? (
            <Button
              key="end"
              aria-label={words.say('supportSession.endNamed', { name: one.name })}
              onClick={() => onEnd(one)}
            >
              {words.say('supportSession.end')}
            </Button>
          ) : (
            ''
          ),
        ],
      })),
    [sessions, words, onEnd, isSupport],
  )
  return <DataTable label={label} columns={columns} rows={rows} />
}

function stateOf({ end, until, mayChange }: SupportSession, words: ReturnType<typeof useWords>): string {
  if (end !== null) return words.say(`supportSession.how.${end.how}`, { by: end.by ?? '' })
  const time = new Intl.DateTimeFormat(words.formatLocale, { timeStyle: 'short' }).format(new Date(until))
  return words.say(mayChange ? 'supportSession.runsChange' : 'supportSession.runs', { until: time })
}

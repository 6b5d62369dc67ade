import {
  createSupportSessions,
  createSupportTranscript,
  securityPath,
  sessionMessages,
  type SupportRequest,
} from '@portico/core'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { PartHead } from '../../kit/ui/part-head.tsx'

const catalogues = { 'of-sessions': sessionMessages }

/** The requests of one support session, in place of the Security tab: `?transcript=ID`. */
export default function SupportTranscript({ id }: { readonly id: string }) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Transcript key={id} id={id} />
    </LearnedWords>
  )
}

function Transcript({ id }: { readonly id: string }) {
  const core = useCore()
  const words = useWords()
  const [transcript] = useState(() => createSupportTranscript(core, id))
  const sessions = core.lazily(createSupportSessions)
  const { status, requests, hasNext } = useStore(transcript)
  const session = useStore(sessions, (state) => state.sessions.find((one) => one.id === id))
  useEffect(() => {
    void sessions.fetch()
    void transcript.more()
  }, [sessions, transcript])
  return (
    <section aria-labelledby="transcript">
      <PartHead
        id="transcript"
        title={words.say('supportSession.transcript')}
        back={{ label: words.say('supportSession.title'), to: securityPath('support-sessions') }}
      >
        {session && `${words.say('supportSession.who', session)}: ${session.reason}`}
      </PartHead>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => transcript.more()} />}
      {status === 'not-found' && <EmptyState message={words.say('supportSession.unknown')} />}
      {status === 'ready' && requests.length === 0 && <EmptyState message={words.say('supportSession.noRequests')} />}
      {requests.length > 0 && <Requests requests={requests} />}
      {hasNext && <Button onClick={() => void transcript.more()}>{words.say('supportSession.moreRequests')}</Button>}
    </section>
  )
}

function Requests({ requests }: { readonly requests: readonly SupportRequest[] }) {
  const words = useWords()
  const rows = useMemo(() => {
    const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'medium' })
    return requests.map(({ at, method, path, status, requestId }, place) => ({
      id: `${place} ${requestId}`,
      cells: [
        <code key="path" dir="ltr">
          {method} {path}
        </code>,
        <time key="at" dateTime={at}>
          {time.format(new Date(at))}
        </time>,
        String(status),
        <code key="request">{requestId}</code>,
      ],
    }))
  }, [requests, words])
  const columns = useMemo(
    () =>
      (['request', 'at', 'status', 'requestId'] as const).map((id) => ({
        id,
        label: words.say(`supportSession.column.${id}`),
      })),
    [words],
  )
  return <DataTable labelledBy="transcript" columns={columns} rows={rows} />
}

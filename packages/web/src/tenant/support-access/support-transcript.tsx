import {
  auditMessages,
  createSupportSessions,
  createSupportTranscript,
  requestInWords,
  securityPath,
  sessionMessages,
  type SupportRequest,
} from '@portico/core'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { MoreRows } from '../../kit/ui/more-rows.tsx'
import { PartHead } from '../../kit/ui/part-head.tsx'
import texts from '../../kit/ui/texts.module.css'

const catalogues = { 'of-sessions': sessionMessages, 'of-audit': auditMessages }

/** Requests shown at first, and more at each press: the server sends 500 at once. */
const pageLength = 50

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
  const [shownMax, setShownMax] = useState(pageLength)
  const [isFetching, setFetching] = useState(false)
  const session = useStore(sessions, (state) => state.sessions.find((one) => one.id === id))
  useEffect(() => {
    void sessions.fetch()
    void transcript.more()
  }, [sessions, transcript])
  const rows = useMemo(() => requests.slice(0, shownMax), [requests, shownMax])
  const more = async () => {
    const next = shownMax + pageLength
    setFetching(true)
    if (requests.length < next && hasNext) await transcript.more()
    setFetching(false)
    setShownMax(next)
  }
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
      {requests.length > 0 && (
        <MoreRows
          shown={{ rows, hasNext: hasNext || rows.length < requests.length, isFetching }}
          label={words.say('supportSession.moreRequests')}
          onMore={more}
        >
          <Requests requests={rows} />
        </MoreRows>
      )}
    </section>
  )
}

function Requests({ requests }: { readonly requests: readonly SupportRequest[] }) {
  const words = useWords()
  const rows = useMemo(() => {
    const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeStyle: 'medium' })
    return requests.map((request, place) => ({
      id: `${place} ${request.requestId}`,
      cells: [
        <div key="did">
          {requestInWords(request, words)}
          <br />
          <code className={texts['small']} dir="ltr">
            {request.method} {request.path}
          </code>
        </div>,
        <time key="at" dateTime={request.at}>
          {time.format(new Date(request.at))}
        </time>,
        String(request.status),
        <code key="request">{request.requestId}</code>,
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

import {
  adminMessages,
  createSessionEnding,
  deviceText,
  listOf,
  sessionList,
  sessionMessages,
  type OpenSession,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useState } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../../kit/navigation/learned-words.tsx'
import { Opening } from '../../../kit/navigation/opening.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { Button } from '../../../kit/ui/button.tsx'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { Dialog } from '../../../kit/ui/dialog.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import { RelativeTime } from '../../../kit/ui/relative-time.tsx'

const catalogues = { admin: adminMessages, 'of-sessions': sessionMessages }

/** The person's own sessions, in browsers and on the command line. */
export default function SessionList() {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      <Sessions />
    </LearnedWords>
  )
}

type Asked = OpenSession | 'others'

function Sessions() {
  const core = useCore()
  const words = useWords()
  const list = listOf(core, sessionList)
  const { status, rows = [] } = useOpenList(list, '')
  const [asked, setAsked] = useState<Asked>()
  const title = words.say('sessions.title')
  usePageTitle(title)
  const others = rows.filter(({ isThis }) => !isThis)
  return (
    <PageFrame
      title={title}
      lead={words.say('sessions.lead')}
      actions={
        others.length > 1 && <Button onClick={() => setAsked('others')}>{words.say('sessions.endOthers')}</Button>
      }
    >
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {rows.length > 0 && <SessionTable sessions={rows} onEnd={setAsked} />}
      {asked !== undefined && <EndDialog asked={asked} count={others.length} onClose={() => setAsked(undefined)} />}
    </PageFrame>
  )
}

type TableProperties = { readonly sessions: readonly OpenSession[]; readonly onEnd: (session: OpenSession) => void }

function SessionTable({ sessions, onEnd }: TableProperties) {
  const words = useWords()
  const columns = useMemo(() => {
    const shown = ['device', 'address', 'environment', 'beganAt', 'lastUsedAt']
    const labelOf = (id: string) => sessionList.noun.fields.find(({ name }) => name === id)?.label ?? id
    return [
      ...shown.map((id) => ({ id, label: labelOf(id) })),
      { id: 'end', label: words.say('sessions.end'), isUnnamed: true, inCard: 'corner' as const },
    ]
  }, [words])
  const drawn = useMemo(
    () =>
      sessions.map((one) => ({
        id: one.id,
        cells: [
          deviceText(one),
          one.address ?? words.say('sessions.noAddress'),
          one.environment ?? '',
          <RelativeTime key="began" at={one.beganAt} />,
          <RelativeTime key="used" at={one.lastUsedAt} />,
          one.isThis ? (
            <Pill key="this" tone="accent">
              {words.say('sessions.this')}
            </Pill>
          ) : (
            <Button
              key="end"
              aria-label={words.say('sessions.endNamed', { device: deviceText(one) })}
              onClick={() => onEnd(one)}
            >
              {words.say('sessions.end')}
            </Button>
          ),
        ],
      })),
    [sessions, words, onEnd],
  )
  return <DataTable label={words.say('sessions.title')} columns={columns} rows={drawn} />
}

type DialogProperties = { readonly asked: Asked; readonly count: number; readonly onClose: () => void }

function EndDialog({ asked, count, onClose }: DialogProperties) {
  const words = useWords()
  const ending = useCore().lazily(createSessionEnding)
  const [isBusy, setBusy] = useState(false)
  const areAll = asked === 'others'
  const act = async () => {
    setBusy(true)
    await (areAll ? ending.endOthers() : ending.end(asked))
    onClose()
  }
  const does = words.say(areAll ? 'sessions.endOthers' : 'sessions.end')
  return (
    <Dialog
      title={areAll ? does : words.say('sessions.endTitle')}
      onClose={onClose}
      actions={
        <>
          <Button data-initial-focus="" onClick={onClose}>
            {words.say('form.cancel')}
          </Button>
          <Button look="danger" busy={isBusy} onClick={() => void act()}>
            {does}
          </Button>
        </>
      }
    >
      <p>
        {areAll
          ? words.say('sessions.endOthersMessage', { count })
          : words.say('sessions.endMessage', { device: deviceText(asked) })}
      </p>
    </Dialog>
  )
}
